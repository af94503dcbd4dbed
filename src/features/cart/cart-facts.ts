import type { SupabaseClient } from '@supabase/supabase-js'
import { formatDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { formatPence, type Pence, penceFromPounds, poundsFromPence } from '#base/money.ts'
import { hasHem, mainKind } from '#features/catalogue/kinds.ts'
import { effectivePence, isPreorderLive } from '#features/catalogue/preorders/preorder.ts'
import { isSamples } from '#features/catalogue/samples.ts'
import type { ProductionTerms } from '#features/settings/dispatch-and-arrival.ts'
import type { WaitlistFacts } from '#features/waitlist/waitlist.contract.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import type { CartLine, LineName } from './cart-lines.ts'

/** A garment's current values in the shop. */
export type CartFact = {
  id: string
  slug: string
  name: string
  pricePence: Pence
  imageUrl: string | null
  sizes: string[]
  isPreorder: boolean
  preorderEndsAt: string | null
  productionDays: number | null
  /** The work of one garment, in hundredths of a piece. */
  work: number
  /** What it is; null for samples, and for a garment whose kind its owner has not chosen. */
  kind: string | null
  /** Whether it is hemmed for a height. */
  isHemmed: boolean
  /** Whether all pieces of its pre-order are sold. */
  isFull: boolean
}

/** What the shop knows of a cart's lines. `absent`: garments that are not on sale now, with a waiting list. */
export type CartFacts = { onSale: CartFact[]; absent: { id: string; slug: string }[] }

/**
 * A note on a line: its price has changed (`pricePence`), it is no longer on sale, or this many pieces (`quantity`) cannot
 * be reserved or ordered at the moment. `way`: a page that helps.
 */
export type LineNote = LineName & {
  reason: 'price_changed' | 'unavailable' | 'reserved'
  message: string
  pricePence?: Pence
  quantity?: number
  way?: { to: string; label: string }
}

/** Whether the cart cannot be checked out with this line, in any quantity. */
export function isBlocking({ reason, quantity }: LineNote): boolean {
  return reason === 'unavailable' && quantity === undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads what the cart has and the shop sells, at the prices of `now`; the rest is missing from `onSale`. */
export async function fetchCartFacts(
  backend: SupabaseClient,
  lines: readonly LineName[],
  now: Date,
): Promise<CartFacts> {
  // A stored line may carry any id; the database accepts only a UUID.
  const ids = [...new Set(lines.map((line) => line.id).filter((id) => uuid.test(id)))]
  if (ids.length === 0) return { onSale: [], absent: [] }
  const samples = lines.some(isSamples)
    ? await (await import('./samples/samples-fact.ts')).fetchSamplesFact(backend, lines)
    : []
  const { data, error } = await backend
    .from('products')
    .select(
      'id,slug,name,price,image_url,sizes,is_preorder,preorder_end_date,preorder_limit,production_days,work_hundredths,preorder_reason,preorder_price,kind,kinds,length,measures',
    )
    .eq('active', true)
    .in('id', ids)
  if (error) throw new Error('The garments in the cart could not be read', { cause: error })
  const isMissing = ids.some((id) => !isSamples({ id }) && !data.some((row) => row.id === id))
  const isLimited = data.some((row) => row.is_preorder && row.preorder_limit !== null)
  const { full, absent } = isMissing || isLimited ? await fetchWaitlistFacts(backend) : { full: [], absent: [] }
  const garments = data.map((row): CartFact => {
    const dates = { isPreorder: row.is_preorder, preorderEndsAt: row.preorder_end_date }
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      pricePence: effectivePence(
        {
          ...dates,
          pricePence: penceFromPounds(row.price),
          preorderReason: row.preorder_reason,
          preorderPence: row.preorder_price && penceFromPounds(row.preorder_price),
        },
        now,
      ),
      imageUrl: row.image_url,
      sizes: row.sizes,
      ...dates,
      productionDays: row.production_days,
      work: row.work_hundredths,
      kind: mainKind(row),
      isHemmed: hasHem(row),
      isFull: row.preorder_limit !== null && full.includes(row.id) && isPreorderLive(dates, now),
    }
  })
  return { onSale: [...garments, ...samples], absent: absent.filter(({ id }) => ids.includes(id)) }
}

async function fetchWaitlistFacts(backend: SupabaseClient): Promise<WaitlistFacts> {
  const { data, error } = await getFrom(backend, 'waiting-facts')
  if (error) throw new Error('The waiting lists could not be read', { cause: error })
  return data
}

/** The differences between a cart and the shop, line by line. */
export function compareCart(lines: readonly CartLine[], { onSale, absent }: CartFacts): LineNote[] {
  return lines.flatMap(({ id, size, price, name }): LineNote[] => {
    const fact = onSale.find((candidate) => candidate.id === id)
    if (!fact) return [notOnSale({ id, size, name }, absent.find((garment) => garment.id === id)?.slug)]
    const page = `/product/${fact.slug}`
    if (fact.isFull) {
      const message = `The pre-order for the ${fact.name} is full.`
      return [{ ...unavailable({ id, size }, message), way: waitingList(fact.slug) }]
    }
    if (!fact.sizes.includes(size)) {
      const way = { to: page, label: 'Choose another size' }
      return [{ ...unavailable({ id, size }), ...(!isSamples({ id }) && { way }) }]
    }
    const from = penceFromPounds(price)
    return fact.pricePence === from ? [] : [priceChanged({ id, size }, { from, to: fact.pricePence })]
  })
}

function notOnSale({ id, size, name }: LineName & { name: string }, slug: string | undefined): LineNote {
  if (isSamples({ id })) return unavailable({ id, size })
  if (!slug) return unavailable({ id, size }, `The ${name} is no longer available.`)
  return { ...unavailable({ id, size }, `The ${name} isn’t available just now.`), way: waitingList(slug) }
}

function waitingList(slug: string): NonNullable<LineNote['way']> {
  return { to: `/product/${slug}#waiting`, label: 'Join the waiting list' }
}

/** The cart with the shop's names, prices and pictures, and heights where there is a hem; unknown lines stay as they are. */
export function refreshLines(lines: readonly CartLine[], facts: readonly CartFact[]): CartLine[] {
  return lines.map((line) => {
    const fact = facts.find((candidate) => candidate.id === line.id)
    if (!fact) return line
    const { heightCm, heelCm, ...rest } = line
    const hem = { ...(heightCm && { heightCm }), ...(heelCm && { heelCm }) }
    const { name, pricePence, imageUrl } = fact
    return { ...rest, name, price: poundsFromPence(pricePence), imageUrl, ...(fact.isHemmed && hem) }
  })
}

/** `message`: the shop's own reason, where it gave one. */
export function unavailable(
  { id, size }: LineName,
  message = isSamples({ id }) ? 'We can no longer send these samples as chosen.' : 'This size is no longer available.',
): LineNote {
  return { id, size, reason: 'unavailable', message }
}

/** The note stays until the quantity changes. */
export function reserved(
  { id, size, quantity }: Pick<CartLine, 'id' | 'size' | 'quantity'>,
  message: string,
): LineNote {
  return { id, size, reason: 'reserved', message, quantity }
}

export function priceChanged({ id, size }: LineName, { from, to }: { from: Pence; to: Pence }): LineNote {
  const message = `The price has changed from ${formatPence(from)} to ${formatPence(to)}.`
  return { id, size, reason: 'price_changed', message, pricePence: to }
}

type CountedLine = LineName & { quantity: number }

/** How the known lines are made, each with the work of all its pieces. */
export function makingsOf(lines: readonly CountedLine[], facts: readonly CartFact[], now: Date): ProductionTerms[] {
  return lines.flatMap(({ id, quantity }) => {
    const fact = facts.find((candidate) => candidate.id === id)
    if (!fact) return []
    const preorderEndsAt = isPreorderLive(fact, now) ? fact.preorderEndsAt : null
    return [{ productionDays: fact.productionDays, preorderEndsAt, work: fact.work * quantity }]
  })
}

/** 'Monday 14 December': the last dispatch day Klarna accepts, when the cart is dispatched later; else null. */
export function klarnaEndsOn(leaves: Date | null, now: Date): string | null {
  return leaves === null || isKlarnaOffered(leaves, now) ? null : formatDay(lastKlarnaDay(now), now)
}

/** Klarna requires dispatch within three weeks of the order. */
const klarnaDays = 21

/** Whether an order can be paid with Klarna. `dispatchBy`: the latest dispatch day. */
export function isKlarnaOffered(dispatchBy: Date, orderedAt: Date): boolean {
  return dispatchBy.getTime() - orderedAt.getTime() <= klarnaDays * dayMs
}

/** The last dispatch day Klarna accepts, as midnight UTC of that calendar day. */
export function lastKlarnaDay(orderedAt: Date): Date {
  return new Date(Math.floor((orderedAt.getTime() + klarnaDays * dayMs) / dayMs) * dayMs)
}
