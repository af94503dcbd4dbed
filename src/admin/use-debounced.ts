import { useEffect, useState } from 'react'

/** The last `value` (plain JSON data) that has stayed the same for `pauseMs`. */
export function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(
      () => setDebounced((last) => (JSON.stringify(last) === text ? last : JSON.parse(text))),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return debounced
}
