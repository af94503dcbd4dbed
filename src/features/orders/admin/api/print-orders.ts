import { type RawBuilder, sql } from 'kysely'
import { compareNames } from '#base/names.ts'
import { compareSizes } from '#features/catalogue/sizes/size-chart.ts'
import type { Tx } from '#platform/database/db.ts'
import type { BoardPiece } from '../../board/board.contract.ts'
import { isWithdrawing, listPieces } from '../../board/read-board.ts'
import { isBeforeDispatch } from '../../order-state.ts'
import { listParcels } from '../../parcels/list-parcels.ts'
import type { Parcel, Piece } from '../../parcels/parcel.ts'
import { listAdditions } from '../../parcels/shared-parcel.ts'
import type {
  CutList,
  CutPiece,
  PackingSlip,
  PackingSlips,
  PrintSelection,
  SlipSelection,
} from './admin-orders.contract.ts'
import { type DetailedOrder, detailedColumns, linesToPack, listLines, type OrderLine } from './order-details.ts'
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
    return sql`(${inView}) and not ${isWithdrawing}`
  }
  return sql`o.order_number = any(${orders ?? []}::text[])`
}

function orderOf({ view, orders }: PrintSelection): RawBuilder<unknown> {
  return view ? viewOrder(viewShape(view)) : sql`array_position(${orders ?? []}::text[], o.order_number)`
}

const maxOrders = 1_000

/**
 * The pieces to cut of these orders, one by one: by dispatch day, and of one day those of pre-orders that are first in the
 * queue, then by cloth, garment and size.
 */
export async function makeCutList(tx: Tx, chosen: PrintSelection): Promise<CutList> {
  const { orders, more } = await readPrintOrders(tx, chosen, maxOrders)
  const ids = orders.map(({ id }) => id)
  const found = await listPieces(tx, ids)
  const { rows: lined } = await sql<{ order_id: string }>`
    select distinct order_id from public.order_lines where order_id = any(${ids}::uuid[])`.execute(tx)
  const withLines = new Set(lined.map(({ order_id }) => order_id))
  const byHand = orders.filter(({ id }) => !withLines.has(id)).map(pieceByHand)
  const toCut = found.filter(({ state }) => state === 'to_cut').map(toCutPiece)
  return { pieces: [...toCut, ...byHand].sort(earliestFirst), begun: found.length - toCut.length, more }
}

/** Without the owner's own note and what is for the parcel alone. */
function toCutPiece(piece: BoardPiece): CutPiece {
  const { order_number, customer_name, dispatch_by, is_first, numbers, name, size, number, of } = piece
  const { cloth, metres, height_cm, heel_cm, cut_length, size_advice, notes } = piece
  return {
    ...{ order_number, customer_name, dispatch_by, is_first, numbers, name, size, number, of },
    ...{ cloth, metres, height_cm, heel_cm, cut_length, size_advice, notes },
  }
}

/** An order inserted by hand has no lines and counts as one garment. */
function pieceByHand({
  order_number,
  customer_name,
  dispatch_by,
  notes,
  product_name,
  product_size,
}: DetailedOrder): CutPiece {
  return {
    ...{ order_number, customer_name, dispatch_by, notes, name: product_name, size: product_size, number: 1, of: 1 },
    ...{ is_first: false, numbers: null, cloth: null, metres: null, height_cm: null, heel_cm: null, cut_length: null },
    size_advice: null,
  }
}

function earliestFirst(one: CutPiece, other: CutPiece): number {
  return (
    compareNames(one.dispatch_by, other.dispatch_by) ||
    Number(other.is_first) - Number(one.is_first) ||
    compareNames(one.cloth ?? '', other.cloth ?? '') ||
    compareNames(one.name, other.name) ||
    compareSizes(one.size, other.size)
  )
}

const maxSlips = 200

/** No money, no e-mail address and no telephone number: helpers of the workroom print the slips too. */
const slipColumns = [
  ...(['id', 'order_number', 'created_at', 'product_name', 'product_size', 'notes', 'gift_note'] as const),
  ...(['customer_name', 'shipping_address', 'shipping_city', 'shipping_postcode', 'shipping_country'] as const),
  ...(['delivery_service', 'parcel_of'] as const),
]

/** Without measurements, since the parcel may be a present; the height says where the hem is. */
const slipLineColumns = [
  ...(['position', 'name', 'size', 'quantity', 'height_cm', 'heel_cm', 'numbered_of', 'piece_numbers'] as const),
]

function pick<Row extends object, Key extends keyof Row>(row: Row, keys: readonly Key[]): Pick<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>
}

/**
 * The slips of the parcels of the selected orders, at most 200 orders' in the order of the view or of the numbers;
 * `parcel`: of that one of an order alone.
 */
export async function makePackingSlips(tx: Tx, { parcel, ...chosen }: SlipSelection): Promise<PackingSlips> {
  const { orders: printed, more } = await readPrintOrders(tx, chosen, maxSlips)
  // In a view, what goes in the parcel of another order is on the slip of that order alone.
  const orders = chosen.view ? printed.filter(({ parcel_of: first }) => !first) : printed
  const ids = orders.map(({ id }) => id)
  const additions = await listAdditions(tx, ids)
  const found = await listLines(tx, [...ids, ...additions.map(({ id }) => id)])
  const parcels = await listParcels(tx, ids)
  const slips = orders.flatMap((order) => {
    const added = additions
      .filter(({ first }) => first === order.id)
      .map(({ id, number }) => ({
        order_number: number,
        lines: toSlipLines(linesToPack({ order_status: 'pending' }, found.get(id) ?? [])),
      }))
    return slipsOf(order, {
      lines: found.get(order.id) ?? [],
      added,
      parcels: parcels.get(order.id) ?? [],
      only: parcel,
    })
  })
  return { slips, more }
}

function toSlipLines(lines: readonly OrderLine[]): PackingSlip['lines'] {
  return lines.map((line) => pick(line, slipLineColumns))
}

type Slips = {
  lines: readonly OrderLine[]
  added: PackingSlip['added']
  parcels: readonly Parcel[]
  only: number | undefined
}

/** The slip of what waits, or of each parcel of an order that left in several; `only`: of that parcel alone. */
function slipsOf(row: DetailedOrder, { lines, added, parcels, only }: Slips): PackingSlip[] {
  const order = pick(row, slipColumns)
  const isWaiting = isBeforeDispatch(row.order_status)
  const left = parcels.filter(({ id }) => id !== null)
  const of = isWaiting ? null : left.length
  const each = left.map(({ id, pieces }, index) => ({
    id,
    slip: { order, lines: toSlipLines(linesIn(pieces)), added: [], parcel: { place: index + 1, of } },
  }))
  if (only !== undefined) return each.filter(({ id }) => id === only).map(({ slip }) => slip)
  if (!isWaiting && left.length > 1) return each.map(({ slip }) => slip)
  const next = left.length + 1
  const parcel = isWaiting && left.length > 0 ? { place: next, of: next } : null
  return [{ order, lines: toSlipLines(linesToPack(row, lines)), added, parcel }]

  function linesIn(pieces: readonly Piece[]): OrderLine[] {
    return pieces.flatMap(({ position, quantity }) => {
      const line = lines.find((each) => each.position === position)
      return line ? [{ ...line, quantity }] : []
    })
  }
}
