import { type RawBuilder, sql } from 'kysely'
import { compareNames } from '#base/names.ts'
import type { Tx } from '#platform/database/db.ts'
import { pieceNumbersLabel } from '../../order-lines.ts'
import type { CutList, CutRow, PackingSlips, PrintSelection } from './admin-orders.contract.ts'
import { type DetailedOrder, detailedColumns, keptLines, listLines } from './order-details.ts'
import { viewCondition, viewOrder, viewShape } from './order-view-sql.ts'

/**
 * The selected orders in the order of the view or of the numbers, at most `limit`; `more`: whether there are others.
 */
async function readPrintOrders(
  tx: Tx,
  chosen: PrintSelection,
  limit: number,
): Promise<{ orders: DetailedOrder[]; more: boolean }> {
  const { rows } = await sql<DetailedOrder>`
    select ${detailedColumns} from public.pre_orders o where ${conditionOf(chosen)}
    order by ${orderOf(chosen)} limit ${limit + 1}`.execute(tx)
  return { orders: rows.slice(0, limit), more: rows.length > limit }
}

/**
 * Of a view, without the orders that the customer withdrew from, until the owner has decided. By number all are
 * printed.
 */
function conditionOf({ view, orders }: PrintSelection): RawBuilder<boolean> {
  if (view) {
    const inView = viewCondition({ view })
    return sql`(${inView}) and not exists (select from private.returns r
      where r.order_id = o.id and r.kind = 'withdrawal' and r.settled_at is null)`
  }
  return sql`o.order_number = any(${orders ?? []}::text[])`
}

function orderOf({ view, orders }: PrintSelection): RawBuilder<unknown> {
  return view ? viewOrder(viewShape(view)) : sql`array_position(${orders ?? []}::text[], o.order_number)`
}

const maxOrders = 1_000

const noDetails = {
  cancelled_quantity: 0,
  size_advice: null,
  height_cm: null,
  heel_cm: null,
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
      const { name, size, quantity, size_advice, height_cm, heel_cm } = line
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
        if (known.height_cm === null) Object.assign(known, { height_cm, heel_cm })
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
          heel_cm,
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

const maxSlips = 200

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
