import type { DayRange } from '#features/settings/day-ranges.ts'

/** One setting as it holds. `version`: null while nobody has changed it; sent back with a change. */
export type Held<Value> = { value: Value; version: string | null }

/** What GET settings and POST settings give. Moments are ISO, days 'YYYY-MM-DD'. */
export type SettingsAnswer = {
  /** The shop's clock. */
  now: string
  /** `fixed`: LAUNCH_AT of the environment decides, and nothing here changes it. */
  launch_at: Held<string> & { fixed: boolean }
  banner: Held<string>
  zones_off: Held<string[]>
  production_days: Held<number>
  days_off: Held<DayRange[]>
}
