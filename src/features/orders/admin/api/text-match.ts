import { type RawBuilder, sql } from 'kysely'
import { readOrderNumber } from '#features/orders/order-number.ts'

/** `isIndexed`: whether the text index can find the orders; otherwise each is scanned. */
export type TextMatch = { fits: RawBuilder<boolean>; isIndexed: boolean }

/**
 * Whether an order (`pre_orders o`) matches a search: part of a name or address, a postcode or order number with or
 * without spaces and hyphens. One or two letters match the start of a word, because the index holds trigrams. Null for
 * an empty search.
 */
export function matchText(q: string): TextMatch | null {
  if (q === '') return null
  const texts = [...new Set([q, q.replaceAll(/[\s-]/g, '')])].filter((text) => text !== '')
  const number = readOrderNumber(q)
  const conditions = [...texts.map(contains), ...(number === null ? [] : [sql<boolean>`o.order_number = ${number}`])]
  return { fits: sql`(${sql.join(conditions, sql` or `)})`, isIndexed: /[\p{L}\p{N}]/u.test(q) }
}

const orderText = sql`private.order_search_text(o.order_number, o.customer_name, o.customer_email, o.shipping_postcode)`

/** This many letters are selective enough: each further letter costs an index lookup, and e-mail domains are common. */
const selectiveLength = 12

// PostgreSQL lowers the pattern, so that it matches the index in every locale.
function contains(text: string): RawBuilder<boolean> {
  const whole = patternOf(text)
  if (text.length <= selectiveLength) return sql`${orderText} like lower(${whole})`
  const [name = ''] = text.split('@')
  const part =
    name.length >= 4 && name.length < text.length ? name.slice(-selectiveLength) : text.slice(0, selectiveLength)
  // The empty concatenation keeps the second condition from using the index: it filters what the first has found.
  return sql`(${orderText} like lower(${patternOf(part)}) and ${orderText} || '' like lower(${whole}))`
}

function patternOf(text: string): string {
  const longest = Math.max(0, ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).map(({ length }) => length))
  const plain = text.replaceAll(/[\\%_]/g, '\\$&')
  return longest < 3 && /^[\p{L}\p{N}]/u.test(text) ? `% ${plain}%` : `%${plain}%`
}
