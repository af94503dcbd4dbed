import { type RawBuilder, sql } from 'kysely'
import { readOrderNumber } from '#features/orders/order-number.ts'

/** `isIndexed`: whether the index of texts can tell which orders fit, or only a look at each. */
export type TextMatch = { fits: RawBuilder<boolean>; isIndexed: boolean }

/**
 * Whether an order (`pre_orders o`) is one somebody looks for: part of a name or of an address, a postcode or a number
 * with or without its blanks and hyphens, a number as people write it. One or two letters are how a word begins, for
 * letters in threes are what the index knows. Null where nothing is looked for.
 */
export function matchText(q: string): TextMatch | null {
  if (q === '') return null
  const texts = [...new Set([q, q.replaceAll(/[\s-]/g, '')])].filter((text) => text !== '')
  const number = readOrderNumber(q)
  const conditions = [...texts.map(holding), ...(number === null ? [] : [sql<boolean>`o.order_number = ${number}`])]
  return { fits: sql`(${sql.join(conditions, sql` or `)})`, isIndexed: /[\p{L}\p{N}]/u.test(q) }
}

const orderText = sql`private.order_search_text(o.order_number, o.customer_name, o.customer_email, o.shipping_postcode)`

/** So many letters tell orders apart; each one more is looked up as well, and the ends of addresses are everybody's. */
const telling = 12

// Lower case as the index has it, which not every database does to every letter.
function holding(text: string): RawBuilder<boolean> {
  const whole = patternOf(text)
  if (text.length <= telling) return sql`${orderText} like lower(${whole})`
  const [name = ''] = text.split('@')
  const part = name.length >= 4 && name.length < text.length ? name.slice(-telling) : text.slice(0, telling)
  // The second is asked of what the first has found: said so, no index is looked into for it.
  return sql`(${orderText} like lower(${patternOf(part)}) and ${orderText} || '' like lower(${whole}))`
}

function patternOf(text: string): string {
  const longest = Math.max(0, ...(text.match(/[\p{L}\p{N}]+/gu) ?? []).map(({ length }) => length))
  const plain = text.replaceAll(/[\\%_]/g, '\\$&')
  return longest < 3 && /^[\p{L}\p{N}]/u.test(text) ? `% ${plain}%` : `%${plain}%`
}
