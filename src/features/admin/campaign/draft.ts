import { shop } from '#shop'
import type { Words } from './campaign-answers.ts'

const key = `${shop.shortName}-launch-draft`

/** The letter somebody was writing in this browser; null where there is none. Browser only. */
export function readDraft(): Words | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!kept || typeof kept !== 'object' || !('subject' in kept) || !('message' in kept)) return null
    return { subject: String(kept.subject), message: String(kept.message) }
  } catch {
    return null
  }
}

/** Keeps it until it is sent. */
export function keepDraft({ subject, message }: Words): void {
  try {
    localStorage.setItem(key, JSON.stringify({ subject, message }))
  } catch {
    // A browser that keeps nothing is no reason to stop writing.
  }
}

export function dropDraft(): void {
  localStorage.removeItem(key)
}
