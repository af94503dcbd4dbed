import { shopDate } from '#base/shop-clock.ts'
import { shop } from '#shop'
import { type DutyRule, duties, otherDuties } from '#shop-duties'

/** The rule for a parcel to a country (ISO 3166-1 alpha-2) at a moment; of a day before all of its rules the first. */
export function dutyRuleOf(country: string, at: Date): DutyRule {
  const day = shopDate(at)
  const rules = duties.filter(({ countries }) => countries.includes(country))
  return rules.findLast(({ since }) => since === null || since <= day) ?? rules[0] ?? otherDuties
}

/** What is due at a border, who pays it, and what the owner has to do about it; `rule`: null where she has changed it. */
type Due = Pick<DutyRule, 'paidBy' | 'text'> & { ownerText: string | null; rule: DutyRule | null }

/** What is due at the border of a country at a moment: for an order, that of its purchase. */
export function dueOf(country: string, at: Date): Due {
  const own = ownDutyOn(shop.duties, country, shopDate(at))
  if (own) return { ...own, ownerText: own.paidBy === 'shop' ? prepaid : null, rule: null }
  const rule = dutyRuleOf(country, at)
  return { paidBy: rule.paidBy, text: rule.text, ownerText: rule.ownerText ?? null, rule }
}

const prepaid =
  'You pay the duty and import tax on this parcel before it leaves, through a service with duties paid. The cart and the confirmation say that you do.'

/** What the owner has entered for a country and a day; null where the program's rule counts. */
export function ownDutyOn<Due>(
  all: readonly { from: string; countries: string[]; due: Due | null }[],
  country: string,
  day: string,
): Due | null {
  return all.findLast(({ from, countries }) => from <= day && countries.includes(country))?.due ?? null
}

/** What the owner has to do about the duty on a parcel to a country; null where the customer pays, or nothing is due. */
export function ownerDutyText(country: string, at: Date): string | null {
  return dueOf(country, at).ownerText
}

/** What is due at the border of a country, who pays it and when; null where nothing is. */
export function dutiesText(country: string, at: Date): string | null {
  const { paidBy, text } = dueOf(country, at)
  return paidBy === null ? null : text
}
