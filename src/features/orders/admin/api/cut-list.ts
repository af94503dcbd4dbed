import type { SizeAdvice } from '#features/catalogue/sizes/size.ts'
import type { Tx } from '#platform/database/db.ts'
import { compareNames } from '#ui/names.ts'
import { listLines } from './order-details.ts'
import { type PrintSelection, readPrintOrders } from './print-orders.ts'

/** A garment in one size, the pieces to cut, and their orders. `dispatch_by`: the earliest day, 'YYYY-MM-DD'. */
export type CutRow = {
  name: string
  size: string
  quantity: number
  dispatch_by: string
  orders: CutOrder[]
}
/** `size_advice`: the customer's measurements, `height_cm`: the height to hem it for, where given. */
export type CutOrder = {
  order_number: string
  quantity: number
  dispatch_by: string
  notes: string | null
  size_advice: SizeAdvice | null
  height_cm: number | null
}
/** `more`: orders with later dispatch days are left out. */
export type CutList = { rows: CutRow[]; more: boolean }

const maxOrders = 1_000

/** The pieces to cut for these orders, the earliest dispatch day first. */
export async function makeCutList(tx: Tx, chosen: PrintSelection): Promise<CutList> {
  const { orders, more } = await readPrintOrders(tx, chosen, maxOrders)
  const lines = await listLines(
    tx,
    orders.map(({ id }) => id),
  )
  const rows = new Map<string, CutRow>()
  for (const { id, order_number, dispatch_by, notes, product_name, product_size } of orders) {
    // An order inserted by hand has no lines and counts as one garment.
    const byHand = [{ name: product_name, size: product_size, quantity: 1, size_advice: null, height_cm: null }]
    for (const { name, size, quantity, size_advice, height_cm } of lines.get(id) ?? byHand) {
      const key = JSON.stringify([name, size])
      const row = rows.get(key) ?? { name, size, quantity: 0, dispatch_by, orders: [] }
      rows.set(key, row)
      row.quantity += quantity
      if (dispatch_by < row.dispatch_by) row.dispatch_by = dispatch_by
      const known = row.orders.find((order) => order.order_number === order_number)
      if (known) {
        known.quantity += quantity
        known.size_advice ??= size_advice
        known.height_cm ??= height_cm
      } else row.orders.push({ order_number, quantity, dispatch_by, notes, size_advice, height_cm })
    }
  }
  return { rows: [...rows.values()].sort(earliestFirst), more }
}

function earliestFirst(one: CutRow, other: CutRow): number {
  return (
    compareNames(one.dispatch_by, other.dispatch_by) ||
    compareNames(one.name, other.name) ||
    compareNames(one.size, other.size)
  )
}
