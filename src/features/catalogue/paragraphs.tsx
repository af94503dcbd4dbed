import type { ReactNode } from 'react'

/** A text as paragraphs. */
export function paragraphs(text: string): ReactNode {
  const parts = text.split(/\n+/).filter((part) => part.trim())
  return parts.map((part) => <p key={part}>{part}</p>)
}
