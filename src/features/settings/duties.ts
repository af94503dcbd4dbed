import { type DutyRule, duties, otherDuties } from '#shop-duties'

/**
 * The rule for a parcel to a country (ISO 3166-1 alpha-2): one of the configured ones, else that for other countries.
 */
export function dutyRuleOf(country: string): DutyRule {
  return duties.find(({ countries }) => countries.includes(country)) ?? otherDuties
}

/** What the owner has to do about the duty on a parcel to a country; null where the customer pays, or nothing is due. */
export function ownerDutyText(country: string): string | null {
  return dutyRuleOf(country).ownerText ?? null
}

/** What is due at the border of a country, who pays it and when; null where nothing is. */
export function dutiesText(country: string): string | null {
  const { paidBy, text } = dutyRuleOf(country)
  return paidBy === null ? null : text
}
