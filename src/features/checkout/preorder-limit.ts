import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import { Refusal } from '#infrastructure/refusal.ts'
import type { PricedLine } from './price-cart.ts'

/**
 * Refuses unavailable when a pre-order's limit leaves fewer units than the cart wants. Paid orders and open payment
 * pages count; expired and cancelled ones do not. The garment's row is locked until `tx` ends, so that the last unit
 * goes to one of any number of shoppers; garments without a limit lock nothing.
 */
export async function keepPreorderLimits(tx: Tx, lines: readonly PricedLine[]): Promise<void> {
  const limited = lines.filter((line) => line.preorderLimit !== null)
  // In one order for everybody, so that two carts never wait for each other.
  const ids = [...new Set(limited.map((line) => line.productId))].sort()
  for (const id of ids) {
    const { preorder_limit: limit } = await tx
      .selectFrom('products')
      .select('preorder_limit')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (limit === null) continue
    const taken = await countPreorderUnits(tx, id)
    const wanted = limited.filter((line) => line.productId === id)
    const units = wanted.reduce((sum, line) => sum + line.quantity, 0)
    if (taken + units > limit) throw soldOut(wanted, Math.max(0, limit - taken))
  }
}

/** How many units of a garment are taken by pre-orders: paid ones and open payment pages, neither given back nor cancelled. */
export async function countPreorderUnits(tx: Tx, productId: string): Promise<number> {
  const { taken } = await tx
    .selectFrom('order_lines as line')
    .innerJoin('pre_orders as order', 'order.id', 'line.order_id')
    .select(sql<number>`coalesce(sum(line.quantity), 0)::int`.as('taken'))
    .where('line.product_id', '=', productId)
    .where('line.is_preorder', '=', true)
    .where('order.payment_state', 'not in', ['expired', 'failed', 'refunded'])
    .where('order.order_status', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
  return taken
}

function soldOut(wanted: PricedLine[], left: number): Refusal {
  const lines = wanted.map(({ productId, size, name }) => ({ id: productId, size, name, reason: 'unavailable' }))
  const name = wanted[0]?.name
  const message =
    left === 0 ? `${name} is sold out for this pre-order.` : `Only ${left} of ${name} can still be pre-ordered.`
  return new Refusal('unavailable', message, { details: { lines } })
}
