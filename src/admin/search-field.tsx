import { useEffect, useState } from 'react'
import { Field } from '#ui/field.tsx'

const pauseMs = 300

type SearchFieldProps = {
  label: string
  placeholder?: string
  /** The first value, such as the search in the page's URL. */
  initial?: string
  className?: string
  onSearch: (text: string) => void
}

/**
 * A search field that calls `onSearch` when the user pauses. `onSearch` must be the same function at every rendering.
 */
export function SearchField({ label, placeholder, initial = '', className = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
        className={`max-w-[26rem] ${className}`}
      >
        <Field
          label={label}
          type="search"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={254}
          className="[&_input::-webkit-search-cancel-button]:hidden"
          autoComplete="off"
          spellCheck={false}
        />
      </form>
    </search>
  )
}

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
