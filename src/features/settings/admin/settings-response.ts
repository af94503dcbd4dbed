import type { GuaranteeNotice } from '#features/settings/guarantee.ts'
import type { DayRange, MakerSetting, Retention, SettingValue } from '#features/settings/shop-settings.ts'

/** The stored value of a setting. `version`: null until its first change; a change sends it back. */
export type StoredSetting<Value> = { value: Value; version: string | null }

/** The response of GET and POST settings. Times are ISO, days 'YYYY-MM-DD'. */
export type SettingsResponse = {
  /** The shop's clock. */
  now: string
  /** `fixed`: the environment's LAUNCH_AT decides, so the value cannot be changed here. */
  launch_at: StoredSetting<string> & { fixed: boolean }
  closing: StoredSetting<SettingValue<'closing'>>
  banner: StoredSetting<string>
  zones_off: StoredSetting<string[]>
  countries_off: StoredSetting<string[]>
  guarantee_notices: StoredSetting<GuaranteeNotice[]>
  /** Countries closed because a live shop names no responsible person. */
  closed_by_law: string[]
  production_days: StoredSetting<number>
  days_off: StoredSetting<DayRange[]>
  samples: StoredSetting<SettingValue<'samples'>>
  maker: StoredSetting<MakerSetting>
  retention: StoredSetting<Retention>
}
