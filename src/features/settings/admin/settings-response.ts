import type { DayRange } from '#features/settings/day-ranges.ts'

/** The stored value of a setting. `version`: null until its first change; a change sends it back. */
export type Held<Value> = { value: Value; version: string | null }

/** The response of GET and POST settings. Times are ISO, days 'YYYY-MM-DD'. */
export type SettingsResponse = {
  /** The shop's clock. */
  now: string
  /** `fixed`: the environment's LAUNCH_AT decides, so the value cannot be changed here. */
  launch_at: Held<string> & { fixed: boolean }
  banner: Held<string>
  zones_off: Held<string[]>
  production_days: Held<number>
  days_off: Held<DayRange[]>
}
