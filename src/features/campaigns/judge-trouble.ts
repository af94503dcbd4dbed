import { EmailError } from '#platform/email/email.ts'

/** The next state of a recipient's row. `uncounted`: nothing was sent, so it was no try. */
export type Verdict =
  | { state: 'sent' }
  | { state: 'failed' | 'unknown'; error: string }
  | { state: 'waiting'; error: string; afterMs: number; uncounted: boolean }

/**
 * The meaning for the run. `good`: the service answered. `bad`: five of those in a row pause the campaign. `slower`:
 * less concurrency, after a pause. `halt`: every e-mail would fail, so the campaign pauses at once. `why`: for the
 * owner.
 */
export type Sign =
  | { sign: 'good' }
  | { sign: 'bad' | 'halt'; why: string }
  | { sign: 'slower'; pauseMs: number; why: string }

const mostTries = 6
const minutesBetweenTries = [1, 5, 15, 30, 60]
const soonMs = 5_000
const shortestPauseMs = 1_000
const usualPauseMs = 10_000
const longestPauseMs = 3_600_000

const plainFault = 'The shop could not write or hand over this letter. Its log says why.'

/** Classifies an error of `send`. `attempts` counts this try; `service` is the transport's name for the owner. */
export function judgeTrouble(
  error: unknown,
  { attempts, idempotent, service }: { attempts: number; idempotent: boolean; service: string },
): { verdict: Verdict; sign: Sign } {
  if (!(error instanceof EmailError)) {
    const why = 'The shop could not write or hand over the letters. Its log says why.'
    return { verdict: { state: 'failed', error: plainFault }, sign: { sign: 'bad', why } }
  }
  const said = oneLine(error.message)
  // The campaign's row is in the audit log, which erasures do not change.
  const told = said.replaceAll(/\S+@\S+/g, 'an address')
  const again = (afterMs: number) => ({ state: 'waiting', error: said, afterMs, uncounted: true }) as const
  switch (error.kind) {
    case 'refused':
      return { verdict: { state: 'failed', error: said }, sign: { sign: 'good' } }
    case 'later':
      return { verdict: later(said, attempts, 'failed'), sign: { sign: 'good' } }
    case 'too_fast':
      return {
        verdict: again(0),
        sign: { sign: 'slower', pauseMs: pauseOf(error.retryAfterMs), why: `${service} wants fewer letters: ${told}` },
      }
    case 'unreachable':
      return { verdict: again(soonMs), sign: { sign: 'bad', why: `${service} could not be reached: ${told}` } }
    case 'misconfigured':
      return {
        verdict: again(0),
        sign: { sign: 'halt', why: `${service} does not accept what the shop is configured with: ${told}` },
      }
    case 'unknown':
      return {
        verdict: idempotent ? later(said, attempts, 'unknown') : { state: 'unknown', error: said },
        sign: { sign: 'bad', why: `${service} does not say whether it took the letters: ${told}` },
      }
  }
}

/** One line of 300 characters at most, for the row and the owner. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}

function later(error: string, attempts: number, atLast: 'failed' | 'unknown'): Verdict {
  if (attempts >= mostTries) return { state: atLast, error }
  const minutes = minutesBetweenTries[attempts - 1] ?? 60
  return { state: 'waiting', error, afterMs: minutes * 60_000, uncounted: false }
}

function pauseOf(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? usualPauseMs, shortestPauseMs), longestPauseMs)
}
