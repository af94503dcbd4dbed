import { causeOf } from '#platform/log.ts'
import { withTimeLimit } from '#platform/time-limit.ts'

/** What one check found. `cure` says what to do about it, in one or two sentences. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'error'; found: string; cure?: string }

/** A finding of a check; of another one where it names it. */
export type Result = Omit<Finding, 'check'> & { check?: string }

/** Checks by name: one result or several. An error that a check throws is a finding too. */
export type Checks = Record<string, () => Promise<Result | Result[]>>

export const ok = (found: string): Result => ({ state: 'ok', found })
export const warning = (found: string, cure: string): Result => ({ state: 'warning', found, cure })
export const error = (found: string, cure: string): Result => ({ state: 'error', found, cure })

/**
 * Runs checks one after another. One that throws, or takes longer than `timeoutMs`, is an error with its reason, and
 * the others still run.
 */
export async function runChecks(checks: Checks, timeoutMs = 20_000): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [check, run] of Object.entries(checks)) {
    try {
      const results = await withTimeLimit(run(), timeoutMs)
      findings.push(...[results].flat().map((result) => ({ check, ...result })))
    } catch (reason) {
      findings.push({ check, ...error(causeOf(reason), 'This check could not finish; the message says why.') })
    }
  }
  return findings
}
