import { useEffect, useState } from 'react'
import type { Words } from './campaign-answers.ts'

const pauseMs = 500

/** What is being written, as it stands whenever the writer pauses for half a second. */
export function useSettled({ subject, message }: Words): Words {
  const [settled, setSettled] = useState<Words>({ subject, message })
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((last) => (last.subject === subject && last.message === message ? last : { subject, message })),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [subject, message])
  return settled
}
