import { storagePrefix } from '#base/stored-value.ts'
import { tabStore } from '#platform/client/browser-store.ts'

export const storageKey = `${storagePrefix}-signed-up`

/** An account that was made in this tab and is not confirmed yet; when it can have its next e-mail, in ms. */
export type NewSignUp = { email: string; sent: number; againAt: number }

/** The server sends an address one confirmation a minute, and after the fifth one in ten minutes. */
const pauseMs = (sent: number) => (sent < 5 ? 60_000 : 600_000)

const watchers = new Set<() => void>()

/** Keeps the address that the confirmation e-mail was sent to, until this tab signs in. */
export function noteSignUp(email: string): void {
  const before = parseSignUp(readSignUp())
  const sent = 1 + (before?.email === email ? before.sent : 0)
  tabStore.setItem(storageKey, JSON.stringify({ email, sent, againAt: Date.now() + pauseMs(sent) } satisfies NewSignUp))
  for (const tell of watchers) tell()
}

export function forgetSignUp(): void {
  tabStore.removeItem(storageKey)
  for (const tell of watchers) tell()
}

/** The stored text, which `parseSignUp` reads: equal texts are one state. */
export function readSignUp(): string | null {
  return tabStore.getItem(storageKey)
}

export function parseSignUp(text: string | null): NewSignUp | null {
  try {
    const { email, sent, againAt } = JSON.parse(text ?? 'null') ?? {}
    const isSignUp = typeof email === 'string' && typeof sent === 'number' && typeof againAt === 'number'
    return isSignUp ? { email, sent, againAt } : null
  } catch {
    return null
  }
}

/** Calls `tell` after each change, until the returned function is called. */
export function watchSignUp(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
