import { createHash } from 'node:crypto'
import type { LineToPost, OrderToPost } from './parcel.ts'
import type { GivenPart } from './postage-problem.ts'

/** A hash of each part as it was given: a change is noticed, and no address is stored a second time. */
export type Given = Record<GivenPart, string>

export function givenOf(order: OrderToPost, lines: readonly LineToPost[]): Given {
  const pieces = new Map<string, number>()
  for (const { product_id: id, quantity } of lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  return {
    address: hash([
      order.customer_name,
      order.shipping_address,
      order.shipping_city,
      order.shipping_postcode,
      order.shipping_country,
    ]),
    contact: hash([order.customer_email, order.customer_phone]),
    contents: hash([...pieces].sort(([one], [other]) => (one < other ? -1 : 1))),
    service: hash([order.delivery_service]),
  }
}

/** The parts that are no longer as they were given. */
export function changedParts(given: Given, now: Given): GivenPart[] {
  return (Object.keys(now) as GivenPart[]).filter((part) => given[part] !== now[part])
}

function hash(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}
