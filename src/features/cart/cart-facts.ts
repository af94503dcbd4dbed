import type { SupabaseClient } from '@supabase/supabase-js'
import { isPreorderLive } from '#features/catalogue/preorders/is-live.ts'
import { dispatchAllBy, formatDay, type Making } from '#features/settings/dispatch-by.ts'
import type { WorkingTime } from '#features/settings/shop-settings.ts'
import { formatPence, parsePounds } from '#ui/money.ts'
import type { CartLine, LineName } from './cart.ts'

/** What the shop says now of a garment in a cart. `price`: pounds. */
export type CartFact = {
  id: string
  name: string
  price: number
  imageUrl: string | null
  sizes: string[]
  isPreorder: boolean
  preorderEndsAt: string | null
  productionDays: number | null
}

/**
 * Something to tell at a line: its price is another now (`price`: pounds), it cannot be bought any more, or that many
 * pieces of it cannot be reserved just now (`quantity`).
 */
export type LineNote = LineName & {
  reason: 'price_changed' | 'unavailable' | 'reserved'
  message: string
  price?: number
  quantity?: number
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Asks for the garments of a cart that can be bought now; what is missing from the answer cannot. */
export async function askCartFacts(backend: SupabaseClient, lines: readonly LineName[]): Promise<CartFact[]> {
  // A line some other program stored may carry any id; the database takes only its own form.
  const ids = [...new Set(lines.map((line) => line.id).filter((id) => uuid.test(id)))]
  if (ids.length === 0) return []
  const { data, error } = await backend
    .from('products')
    .select('id,name,price,image_url,sizes,is_preorder,preorder_end_date,production_days')
    .eq('active', true)
    .in('id', ids)
  if (error) throw new Error('The garments in the cart could not be read', { cause: error })
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    price: row.price,
    imageUrl: row.image_url,
    sizes: row.sizes,
    isPreorder: row.is_preorder,
    preorderEndsAt: row.preorder_end_date,
    productionDays: row.production_days,
  }))
}

/** Where a cart and the shop differ, line by line. */
export function compareCart(lines: readonly CartLine[], facts: readonly CartFact[]): LineNote[] {
  return lines.flatMap(({ id, size, price }): LineNote[] => {
    const fact = facts.find((candidate) => candidate.id === id)
    if (!fact?.sizes.includes(size)) return [unavailable({ id, size })]
    return fact.price === price ? [] : [priceChanged({ id, size }, { from: price, to: fact.price })]
  })
}

/** The cart in the shop's own names, prices and pictures, whatever was kept; lines it does not know stay as they are. */
export function refreshLines(lines: readonly CartLine[], facts: readonly CartFact[]): CartLine[] {
  return lines.map((line) => {
    const fact = facts.find((candidate) => candidate.id === line.id)
    return fact ? { ...line, name: fact.name, price: fact.price, imageUrl: fact.imageUrl } : line
  })
}

/** `message`: why not, where the shop has said more than that. */
export function unavailable(
  { id, size }: LineName,
  message = 'This garment can no longer be ordered in this size. Please remove it to go on.',
): LineNote {
  return { id, size, reason: 'unavailable', message }
}

/** The note holds until the customer wants another quantity. */
export function reserved(
  { id, size, quantity }: Pick<CartLine, 'id' | 'size' | 'quantity'>,
  message: string,
): LineNote {
  return { id, size, reason: 'reserved', message, quantity }
}

/** `from` and `to`: pounds. */
export function priceChanged({ id, size }: LineName, { from, to }: { from: number; to: number }): LineNote {
  const message = `The price has changed from ${pounds(from)} to ${pounds(to)}.`
  return { id, size, reason: 'price_changed', message, price: to }
}

/**
 * 'Friday 4 December': the day the whole cart leaves, in one parcel, if it is ordered now. Null while a line is
 * unknown or cannot be bought, for then there is no promise to make.
 */
export function cartDispatchDay(
  lines: readonly LineName[],
  facts: readonly CartFact[],
  now: Date,
  time: WorkingTime,
): string | null {
  const makings = knownMakings(lines, facts, now)
  if (makings.length === 0 || makings.length < lines.length) return null
  return formatDay(dispatchAllBy(now, makings, time), now)
}

/**
 * 'Monday 14 December': the last dispatch day that Klarna is offered for, where the cart's known lines leave later than
 * that if they are ordered now. Null where Klarna is offered.
 */
export function klarnaEndsOn(
  lines: readonly LineName[],
  facts: readonly CartFact[],
  now: Date,
  time: WorkingTime,
): string | null {
  const makings = knownMakings(lines, facts, now)
  if (makings.length === 0 || isKlarnaOffered(dispatchAllBy(now, makings, time), now)) return null
  return formatDay(lastKlarnaDay(now), now)
}

function knownMakings(lines: readonly LineName[], facts: readonly CartFact[], now: Date): Making[] {
  return lines.flatMap(({ id }) => {
    const fact = facts.find((candidate) => candidate.id === id)
    if (!fact) return []
    const preorderEndsAt = isPreorderLive(fact, now) ? fact.preorderEndsAt : null
    return [{ productionDays: fact.productionDays, preorderEndsAt }]
  })
}

function pounds(price: number): string {
  const amount = parsePounds(price)
  return amount === null ? `£${price}` : formatPence(amount)
}

const dayMs = 86_400_000
/** Klarna's rules: goods leave within three weeks of the order. */
const klarnaDays = 21

/** Whether an order can be paid for with Klarna. `dispatchBy`: the day the parcel leaves at the latest. */
export function isKlarnaOffered(dispatchBy: Date, orderedAt: Date): boolean {
  return dispatchBy.getTime() - orderedAt.getTime() <= klarnaDays * dayMs
}

/** The last dispatch day that Klarna is offered for, as the midnight UTC of that calendar day. */
export function lastKlarnaDay(orderedAt: Date): Date {
  return new Date(Math.floor((orderedAt.getTime() + klarnaDays * dayMs) / dayMs) * dayMs)
}
