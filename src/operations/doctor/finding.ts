import { causeOf } from '#platform/error-cause.ts'
import { withTimeLimit } from '#platform/time-limit.ts'

/** What one check found. `cure` says what to do about it, in one or two sentences. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'error'; found: string; cure?: string }

/** A check: one finding or several. An error that it throws is a finding too. */
export type Check = { name: string; run(): Promise<Finding[]> }

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })
export const warning = (check: string, found: string, cure: string): Finding => ({
  check,
  state: 'warning',
  found,
  cure,
})
export const error = (check: string, found: string, cure: string): Finding => ({ check, state: 'error', found, cure })

/**
 * Runs checks one after another. One that throws, or takes longer than `timeoutMs`, is an error with its reason, and
 * the others still run.
 */
export async function runChecks(checks: readonly Check[], timeoutMs = 20_000): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    try {
      findings.push(...(await withTimeLimit(run(), timeoutMs)))
    } catch (reason) {
      findings.push(error(name, causeOf(reason), 'This check could not finish; the message says why.'))
    }
  }
  return findings
}
