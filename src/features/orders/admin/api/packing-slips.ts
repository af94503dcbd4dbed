import type { Tx } from '#platform/database/db.ts'
import { type DetailedOrder, keptLines, listLines, type OrderLine } from './order-details.ts'
import { type PrintSelection, readPrintOrders } from './print-orders.ts'

export type PackingSlip = { order: DetailedOrder; lines: Omit<OrderLine, 'size_advice'>[] }
/** `more`: the view holds further orders. */
export type PackingSlips = { slips: PackingSlip[]; more: boolean }

const maxSlips = 200

/** A packing slip for each order. */
export async function makePackingSlips(tx: Tx, chosen: PrintSelection): Promise<PackingSlips> {
  const { orders, more } = await readPrintOrders(tx, chosen, maxSlips)
  const lines = await listLines(
    tx,
    orders.map(({ id }) => id),
  )
  // Without measurements, since the parcel may be a present; the height says where the hem is.
  const packed = (id: string) => keptLines(lines.get(id) ?? []).map(({ size_advice: _, ...line }) => line)
  return { slips: orders.map((order) => ({ order, lines: packed(order.id) })), more }
}
