import { compareNames } from '#base/names.ts'
import type { SizeAdvice } from '#features/catalogue/sizes/size.ts'
import type { Tx } from '#platform/database/db.ts'
import { pieceNumbersLabel } from '../../piece-numbers.ts'
import { keptLines, listLines } from './order-details.ts'
import { type PrintSelection, readPrintOrders } from './print-orders.ts'

/** A garment in one size, the pieces to cut, and their orders. `dispatch_by`: the earliest day, 'YYYY-MM-DD'. */
export type CutRow = {
  name: string
  size: string
  quantity: number
  dispatch_by: string
  /** Has pieces of a pre-order that is first in the queue. */
  is_first: boolean
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
  /** 'No. 7 of 40'; null for pieces without a number. */
  piece: string | null
  is_first: boolean
}
/** `more`: orders with later dispatch days are left out. */
export type CutList = { rows: CutRow[]; more: boolean }

const maxOrders = 1_000

const noDetails = {
  cancelled_quantity: 0,
  size_advice: null,
  height_cm: null,
  preorder_reason: null,
  numbered_of: null,
  piece_numbers: null,
}

/**
 * The pieces to cut for these orders: first those of pre-orders that are first in the queue, then by dispatch day, the
 * earliest first.
 */
export async function makeCutList(tx: Tx, chosen: PrintSelection): Promise<CutList> {
  const { orders, more } = await readPrintOrders(tx, chosen, maxOrders)
  const lines = await listLines(
    tx,
    orders.map(({ id }) => id),
  )
  const rows = new Map<string, CutRow>()
  for (const { id, order_number, dispatch_by, notes, product_name, product_size } of orders) {
    // An order inserted by hand has no lines and counts as one garment.
    const byHand = [{ name: product_name, size: product_size, quantity: 1, ...noDetails }]
    const ownLines = lines.get(id)
    for (const line of ownLines ? keptLines(ownLines) : byHand) {
      const { name, size, quantity, size_advice, height_cm } = line
      const [piece, isFirst] = [pieceNumbersLabel(line), line.preorder_reason === 'first']
      const key = JSON.stringify([name, size])
      const row = rows.get(key) ?? { name, size, quantity: 0, dispatch_by, is_first: false, orders: [] }
      rows.set(key, row)
      row.quantity += quantity
      row.is_first ||= isFirst
      if (dispatch_by < row.dispatch_by) row.dispatch_by = dispatch_by
      const known = row.orders.find((order) => order.order_number === order_number)
      if (known) {
        known.quantity += quantity
        known.size_advice ??= size_advice
        known.height_cm ??= height_cm
        known.piece ??= piece
        known.is_first ||= isFirst
      } else {
        row.orders.push({
          order_number,
          quantity,
          dispatch_by,
          notes,
          size_advice,
          height_cm,
          piece,
          is_first: isFirst,
        })
      }
    }
  }
  for (const row of rows.values()) row.orders.sort((one, other) => Number(other.is_first) - Number(one.is_first))
  return { rows: [...rows.values()].sort(earliestFirst), more }
}

function earliestFirst(one: CutRow, other: CutRow): number {
  return (
    Number(other.is_first) - Number(one.is_first) ||
    compareNames(one.dispatch_by, other.dispatch_by) ||
    compareNames(one.name, other.name) ||
    compareNames(one.size, other.size)
  )
}
