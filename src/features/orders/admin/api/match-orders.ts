import { type RawBuilder, sql } from 'kysely'
import { readOrderNumber, withAnyPrefix } from '#features/orders/order-number.ts'
import { searchText } from '#platform/text/search-text.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import type { OrderFilter } from './admin-orders.contract.ts'

/**
 * What a filter looks for within its view, of `pre_orders o`. `fits`: whether a row matches, computed once for a row;
 * `isFound` is the same for the indexes. `isIndexed`: whether they can find the orders; otherwise each is scanned.
 */
export type OrderMatch = { fits: RawBuilder<boolean>; isFound: RawBuilder<boolean>; isIndexed: boolean }

/** The part of a filter that looks into the orders: its text, and what was ordered where. */
export type SearchedParts = Partial<Pick<OrderFilter, 'q' | 'garment' | 'size' | 'country' | 'preorder'>>

/** Null for a filter that finds every order of its view. */
export function matchOrders(parts: SearchedParts): OrderMatch | null {
  const [text, ordered] = [matchText(parts.q ?? ''), matchOrdered(parts)]
  if (!text || !ordered) return text ?? ordered
  const { isFound, isIndexed } = text
  // A garment may be rarer than the text: the planner begins with one of them. The lines of a size are too many.
  const isOrdered = parts.garment || !isIndexed ? ordered.isFound : ordered.fits
  return {
    fits: sql`(${text.fits} and ${ordered.fits})`,
    isFound: sql`(${isIndexed ? isFound : text.fits} and ${isOrdered})`,
    isIndexed: true,
  }
}

/**
 * A garment, a size and a pre-order are of one line, which is still made, or was until the order was cancelled. Without
 * pre-orders: of the whole order.
 */
function matchOrdered({ garment, size, country, preorder }: SearchedParts): OrderMatch | null {
  const ofLine = [
    garment && sql`l.product_id = ${garment}::uuid`,
    size && sql`l.size = ${size}`,
    preorder === 'yes' && sql`l.is_preorder`,
  ].filter(isCondition)
  const ofOrder = [
    country && sql`o.shipping_country = ${country}`,
    preorder === 'no' && sql`${lineOf(sql`l.is_preorder`)} is null`,
  ].filter(isCondition)
  if (ofLine.length + ofOrder.length === 0) return null
  const line = and(ofLine)
  const fits = and(ofLine.length > 0 ? [...ofOrder, sql`${lineOf(line)} is not null`] : ofOrder)
  const found = sql<boolean>`o.id in (select l.order_id from public.order_lines l where ${line}) and ${fits}`
  return { fits, isFound: ofLine.length > 0 ? found : fits, isIndexed: true }
}

/** A scalar subquery, which the planner does not turn into a scan of all lines. */
function lineOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select l.id from public.order_lines l where l.order_id = o.id and ${condition}
    and (l.quantity > l.cancelled_quantity or o.order_view = 'cancelled') limit 1)`
}

function isCondition(condition: unknown): condition is RawBuilder<unknown> {
  return typeof condition === 'object' && condition !== null
}

function and(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql`${sql.join(conditions, sql` and `)}`
}

/**
 * Whether an order (`pre_orders o`) matches a search: part of a name, an address of mail or delivery, a garment, or a
 * postcode, an order, phone or tracking number with or without spaces and hyphens. Accents, apostrophes and case do not
 * count. One or two letters match the start of a word, because the index holds trigrams. Null for an empty search.
 */
export function matchText(q: string): OrderMatch | null {
  const texts = spellings(q)
  if (texts.length === 0) return null
  const number = readOrderNumber(q)
  const byNumber = number === null ? [] : [sql<boolean>`o.order_number = any (${withAnyPrefix(number)}::text[])`]
  const either = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  return {
    fits: either([sql`${orderText} like any (${texts.map(patternOf)}::text[])`, ...byNumber, ...byParcel(q)]),
    isFound: either([...texts.map(contains), ...byNumber, ...byParcel(q)]),
    isIndexed: texts.some((text) => /[\p{L}\p{N}]/u.test(text)),
  }
}

/** Of a number that fits more parcels, the newest are found. */
const mostParcels = 200

/** By the number of any parcel of an order that left in several: its own column has the last. */
function byParcel(q: string): RawBuilder<boolean>[] {
  const key = q.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!/^(?=.*\d)[A-Z0-9]{4,}$/.test(key)) return []
  return [
    sql`o.id = any(array(select parcel.order_id from private.parcels as parcel
      where parcel.number_key like ${`%${key}%`} order by parcel.id desc limit ${mostParcels}))`,
  ]
}

const orderText = sql`private.order_search_text(o.order_number, o.customer_name, o.customer_email, o.customer_phone,
  o.product_name, o.shipping_address, o.shipping_city, o.shipping_postcode, o.tracking_number)`

/** A text as it may be stored: `O'Brien` and `O Brien` as one word or two, `LS1 1AB` without its space, `07700 …` as +447700…. */
function spellings(q: string): string[] {
  const typed = readTyped(q).replace(/^#/, '').replaceAll(' ×', '')
  const text = searchText(typed)
  const [, number = ''] = /^(?:tel:)?([\d +()./-]{6,})$/i.exec(typed.replaceAll('(0)', '')) ?? []
  const digits = number.replaceAll(/\D/g, '').replace(/^0+/, '')
  const texts = [
    text,
    text.replaceAll(' ', ''),
    searchText(typed.replaceAll("'", ' ')),
    text.replaceAll(/(?<![^ ])(\p{L}) (?=\p{L}{2})/gu, '$1'),
    // Of a long number the end, without a country's code, which may be stored or not.
    digits.slice(-9),
  ]
  return [...new Set(texts)].filter((each) => each !== '')
}

/** This many letters are selective enough: each further letter costs an index lookup, and e-mail domains are common. */
const selectiveLength = 12

/**
 * Of a pattern in a subquery the planner expects one order in two hundred. Where it sees the pattern, it takes a longer one
 * for the rarer: it would then check each of 20,000 orders with `gmail.com` against a view with none of them.
 */
function contains(text: string): RawBuilder<boolean> {
  const whole = patternOf(text)
  if (text.length <= selectiveLength) return sql`${orderText} like (select ${whole})`
  const [name = ''] = text.split('@')
  const part =
    name.length >= 4 && name.length < text.length ? name.slice(-selectiveLength) : text.slice(0, selectiveLength)
  // The empty concatenation keeps the second condition from using the index: it filters what the first has found.
  return sql`(${orderText} like (select ${patternOf(part)}) and ${orderText} || '' like ${whole})`
}

function patternOf(text: string): string {
  const longest = Math.max(0, ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).map(({ length }) => length))
  const plain = text.replaceAll(/[\\%_]/g, '\\$&')
  return longest < 3 && /^[\p{L}\p{N}]/u.test(text) ? `% ${plain}%` : `%${plain}%`
}
