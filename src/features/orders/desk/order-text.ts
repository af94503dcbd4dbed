import { type RawBuilder, sql } from 'kysely'
import { readOrderNumber } from '../order-number.ts'

/**
 * Whether an order (`pre_orders o`) is one somebody looks for: part of a name or of an address, a postcode or a number
 * with or without its blanks and hyphens, a number as people write it. One or two letters are how a word begins, for
 * letters in threes are what the index knows. Null: everybody; `false`: nothing can be found by it.
 */
export function matching(q: string): RawBuilder<boolean> | null {
  if (q === '') return null
  const squeezed = q.replaceAll(/[\s-]/g, '')
  const patterns = [...new Set([q, squeezed])].filter(isFindable).map(patternOf)
  const number = readOrderNumber(q)
  const conditions = [
    // Lower case as the index has it, which not every database does to every letter.
    ...patterns.map((pattern) => sql<boolean>`${orderText} like lower(${pattern})`),
    ...(number === null ? [] : [sql<boolean>`o.order_number = ${number}`]),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

const orderText = sql`private.order_text(o.order_number, o.customer_name, o.customer_email, o.shipping_postcode)`

function isFindable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function patternOf(text: string): string {
  const longest = Math.max(...(text.match(/[\p{L}\p{N}]+/gu) ?? []).map(({ length }) => length))
  const plain = text.replaceAll(/[\\%_]/g, '\\$&')
  return longest < 3 ? `% ${plain}%` : `%${plain}%`
}
