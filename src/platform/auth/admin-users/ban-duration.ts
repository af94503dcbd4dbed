import { invalid } from '../auth-error.ts'

const seconds: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3_600 }
// Sticky: every part begins where the last one ended.
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy
/** 64 bits of nanoseconds, some 292 years: the limit of Go's durations. */
const longest = 9_223_372_036

/**
 * The length of a ban in seconds; 0 for `none`, which ends a ban. Durations are Go's, as in GoTrue: `24h`, `1h30m`,
 * `-1.5h`. Refuses 400 `validation_failed`.
 */
export function readBanDuration(text: string): number {
  if (text === 'none') return 0
  const [, sign, rest = ''] = /^([+-]?)(.+)$/.exec(text) ?? []
  if (rest === '0') return 0
  const parts = [...rest.matchAll(part)]
  const isWhole = rest !== '' && parts.map(([each]) => each).join('') === rest
  const total = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (seconds[unit] ?? 0), 0)
  if (!isWhole || total > longest) throw invalid(`invalid format for ban duration: "${text.slice(0, 50)}"`)
  return sign === '-' ? -total : total
}
