import { EmailError } from '#platform/email/email.ts'
import { replaceAddresses } from '#platform/text/kept-text.ts'

/** The next state of a recipient's row. `uncounted`: nothing was sent, so the attempt does not count. */
export type RowOutcome =
  | { state: 'sent' }
  | { state: 'failed' | 'unknown'; error: string }
  | { state: 'waiting'; error: string; afterMs: number; uncounted: boolean }

/**
 * The meaning for the run. `good`: the service answered. `bad`: five of those in a row pause the campaign. `slower`:
 * less concurrency, after a pause. `halt`: every e-mail would fail, so the campaign pauses at once. `why`: for the
 * owner.
 */
export type RunSignal =
  | { signal: 'good' }
  | { signal: 'bad' | 'halt'; why: string }
  | { signal: 'slower'; pauseMs: number; why: string }

const maxAttempts = 6
const minutesBetweenAttempts = [1, 5, 15, 30, 60]
const soonMs = 5_000
const minPauseMs = 1_000
const usualPauseMs = 10_000
const maxPauseMs = 3_600_000

const plainFault = 'The shop could not create or send this e-mail. The reason is in its log.'

/** Classifies an error of `send`. `attempts` counts this try; `service` is the transport's name for the owner. */
export function classifySendError(
  error: unknown,
  { attempts, idempotent, service }: { attempts: number; idempotent: boolean; service: string },
): { outcome: RowOutcome; signal: RunSignal } {
  if (!(error instanceof EmailError)) {
    const why = 'The shop could not create or send the e-mails. The reason is in its log.'
    return { outcome: { state: 'failed', error: plainFault }, signal: { signal: 'bad', why } }
  }
  const message = oneLine(error.message)
  // The campaign's row is in the audit log, which erasures do not change.
  const withoutAddresses = replaceAddresses(message, 'an address')
  const again = (afterMs: number) => ({ state: 'waiting', error: message, afterMs, uncounted: true }) as const
  switch (error.kind) {
    case 'refused':
      return { outcome: { state: 'failed', error: message }, signal: { signal: 'good' } }
    case 'later':
      return { outcome: later(message, attempts, 'failed'), signal: { signal: 'good' } }
    case 'too_fast':
      return {
        outcome: again(0),
        signal: {
          signal: 'slower',
          pauseMs: pauseOf(error.retryAfterMs),
          why: `${service} limits how many e-mails it accepts: ${withoutAddresses}`,
        },
      }
    case 'unreachable':
      return {
        outcome: again(soonMs),
        signal: { signal: 'bad', why: `${service} could not be reached: ${withoutAddresses}` },
      }
    case 'misconfigured':
      return {
        outcome: again(0),
        signal: {
          signal: 'halt',
          why: `${service} rejects the shop’s configuration: ${withoutAddresses}`,
        },
      }
    case 'unknown':
      return {
        outcome: idempotent ? later(message, attempts, 'unknown') : { state: 'unknown', error: message },
        signal: { signal: 'bad', why: `${service} did not confirm that it accepted the e-mails: ${withoutAddresses}` },
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

function later(error: string, attempts: number, atLast: 'failed' | 'unknown'): RowOutcome {
  if (attempts >= maxAttempts) return { state: atLast, error }
  const minutes = minutesBetweenAttempts[attempts - 1] ?? 60
  return { state: 'waiting', error, afterMs: minutes * 60_000, uncounted: false }
}

function pauseOf(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? usualPauseMs, minPauseMs), maxPauseMs)
}
