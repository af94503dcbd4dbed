import { formatPence, type Pounds, penceFromPounds } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'

/** A row of discount_codes. Times are ISO. */
export type DiscountCode = {
  code: string
  percent: number
  active: boolean
  starts_at: string
  /** Null: it does not end. */
  ends_at: string | null
  minimum_subtotal: Pounds | null
  /** Null: any number of uses. */
  max_redemptions: number | null
  /** Uses of paid orders, and uses that open payment pages hold. */
  redeemed: number
  held: number
  /** Counts the owner's changes, not uses. */
  version: number
  /** Changes when a code is deleted and added again. */
  id: string
  created_at: string
}

export const columns =
  'code,percent,active,starts_at,ends_at,minimum_subtotal,max_redemptions,redeemed,held,version,id,created_at'

type State = 'live' | 'to_come' | 'used_up' | 'ended' | 'off'

/** The order of the list: first the codes that customers can use now. */
const order: State[] = ['live', 'to_come', 'used_up', 'ended', 'off']

/** The state of a code; `now`: the shop's clock, ISO. */
export function stateOf(code: DiscountCode, now: string): State {
  const at = Date.parse(now)
  if (!code.active) return 'off'
  if (code.ends_at !== null && Date.parse(code.ends_at) <= at) return 'ended'
  if (code.max_redemptions !== null && code.redeemed + code.held >= code.max_redemptions) return 'used_up'
  return Date.parse(code.starts_at) > at ? 'to_come' : 'live'
}

/** The state as the owner reads it. */
export function stateLabel(code: DiscountCode, now: string): string {
  switch (stateOf(code, now)) {
    case 'live':
      return code.ends_at ? `Live until ${formatShopTime(code.ends_at)}` : 'Live'
    case 'to_come':
      return `Starts on ${formatShopTime(code.starts_at)}`
    case 'used_up':
      return code.redeemed === code.max_redemptions ? 'Used up' : 'Used up for now'
    case 'ended':
      return `Ended on ${formatShopTime(code.ends_at ?? now)}`
    case 'off':
      return 'Off'
  }
}

/** Its terms, without what its state already shows: '15% off, from £50.00, since 1 December 2026 at 09:00'. */
export function termsOf(code: DiscountCode, now: string): string {
  const { percent, minimum_subtotal: minimum, starts_at: starts, ends_at: ends } = code
  const state = stateOf(code, now)
  return [
    `${percent}% off`,
    ...(minimum ? [`from ${formatPence(penceFromPounds(minimum))}`] : []),
    ...(Date.parse(starts) <= Date.parse(now) ? [`since ${formatShopTime(starts)}`] : []),
    ...(ends && state !== 'live' && state !== 'ended' ? [`until ${formatShopTime(ends)}`] : []),
  ].join(', ')
}

/** Its uses: '3 of 10 used, 1 more on an open payment page'. */
export function usageLabel({ redeemed, held, max_redemptions: most }: DiscountCode): string {
  const used = most === null ? `${redeemed} used` : `${redeemed} of ${most} used`
  if (held === 0) return used
  return `${used}, ${held} more on ${held === 1 ? 'an open payment page' : 'open payment pages'}`
}

/** Codes in the order of the list; within a state the newest first. */
export function sortCodes(codes: readonly DiscountCode[], now: string): DiscountCode[] {
  const rank = (code: DiscountCode) => order.indexOf(stateOf(code, now))
  return codes.toSorted((a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at))
}

/** The effect of its deletion, in sentences. */
export function deletionEffect({ held, redeemed }: DiscountCode): string {
  const effects = [
    ...(held > 0
      ? [
          held === 1
            ? 'One customer has a payment page open with it and still pays the price shown there.'
            : `${held} customers have payment pages open with it and still pay the price shown there.`,
        ]
      : []),
    ...(redeemed > 0
      ? [`${redeemed === 1 ? 'The order that used it keeps' : 'Orders that used it keep'} the discount.`]
      : []),
  ]
  return [...effects, 'No one else can use it, and its figures are deleted.'].join(' ')
}
