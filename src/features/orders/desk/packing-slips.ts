import type { Tx } from '#infrastructure/db/db.ts'
import { type Chosen, readChosen } from './chosen-orders.ts'
import { type DetailedOrder, listLines, type OrderLine } from './order-details.ts'

export type PackingSlip = { order: DetailedOrder; lines: OrderLine[] }
/** `more`: the view holds others, which are for the next time. */
export type PackingSlips = { slips: PackingSlip[]; more: boolean }

const mostSlips = 200

/** What goes into the parcel of each of these orders. */
export async function makePackingSlips(tx: Tx, chosen: Chosen): Promise<PackingSlips> {
  const { orders, more } = await readChosen(tx, chosen, mostSlips)
  const lines = await listLines(
    tx,
    orders.map(({ id }) => id),
  )
  return { slips: orders.map((order) => ({ order, lines: lines.get(order.id) ?? [] })), more }
}
