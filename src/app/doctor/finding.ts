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
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs)
    })
    try {
      findings.push(...(await Promise.race([run(), late])))
    } catch (reason) {
      findings.push(error(name, (reason as Error).message, 'This check could not finish; the message says why.'))
    } finally {
      clearTimeout(timer)
    }
  }
  return findings
}
