import type { WorkingTime } from '#features/settings/shop-settings.ts'
import type { CartLine } from './cart.ts'
import { type CartFact, cartLeaves } from './cart-facts.ts'

/** Two orders instead of one: the lines of each with the day its parcel leaves. */
export type SeparateOrders = { first: CartLine[]; firstLeaves: Date; rest: CartLine[]; restLeaves: Date }

const dayMs = 86_400_000
/** A smaller gain is not worth a second parcel. */
const leastGainDays = 5

/**
 * A mixed cart as two orders, the earlier garments first. Null where all leave within a few days of the first, or a
 * line is unknown or not on sale.
 */
export function findSeparateOrders(
  lines: readonly CartLine[],
  facts: readonly CartFact[],
  now: Date,
  time: WorkingTime,
): SeparateOrders | null {
  const days = lines.map((line) => ({ line, leaves: cartLeaves([line], facts, now, time) }))
  const known = days.flatMap(({ leaves }) => leaves ?? [])
  if (known.length === 0 || known.length < lines.length) return null
  const soonest = Math.min(...known.map(Number))
  const isSoon = (leaves: Date | null) => leaves !== null && leaves.getTime() - soonest < leastGainDays * dayMs
  const first = days.filter(({ leaves }) => isSoon(leaves)).map(({ line }) => line)
  const rest = days.filter(({ leaves }) => !isSoon(leaves)).map(({ line }) => line)
  const firstLeaves = cartLeaves(first, facts, now, time)
  const restLeaves = cartLeaves(rest, facts, now, time)
  return firstLeaves && restLeaves ? { first, firstLeaves, rest, restLeaves } : null
}
