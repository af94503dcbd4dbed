import { type Selectable, sql } from 'kysely'
import { type Pence, type Pounds, parsePounds, pence } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import type { Wire } from '#platform/http/contract.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { owedForWithdrawn } from '../../order-lines.ts'
import { type DeclaredOn, nextStates, type ReturnKind, type ReturnState } from '../return.ts'
import { findRecordable, isUndoable, type RecordableReturn } from './record-return.ts'

/** A return as the owner sees it. Times are ISO. */
export type OwnerReturn = Omit<Wire<Selectable<Tables['private.returns']>>, 'order_id' | 'refund_id' | 'note'> & {
  kind: ReturnKind
  state: ReturnState
  declared_on: DeclaredOn
  /** Whether the owner, who recorded it, can still take it back. */
  is_undoable: boolean
  order_number: string
  customer_name: string | null
  order_status: string
  lines: (Pick<PricedLine, 'name' | 'size' | 'quantity' | 'product_id' | 'height_cm' | 'heel_cm'> & {
    /** What its pieces are worth as a part of `worth_pence`. */
    worth_pence: Pence
  })[]
  /** The suggestion without delivery: what an exchange takes the pieces back for. */
  worth_pence: Pence
  /**
   * What the pieces cost after the discount, less what was refunded for pieces of their lines; with the least expensive
   * delivery where they are the whole order; at most what is left of the payment.
   */
  suggested_pence: Pence
  /** What refunds and exchanges have taken of the payment. */
  refunded_pence: Pence
  /** The number of the order that it was exchanged for, also of one that ended; null for none. */
  exchange: string | null
}

/** `recordable`: what the owner may record of the order; null of all orders, and where there is nothing. */
export type OwnerReturns = { returns: OwnerReturn[]; open: number; recordable: RecordableReturn | null }

const most = 200

const taken = sql<Pounds>`least(o.final_amount,
  private.taken_by_refunds(o.id, o.payment_session_id, o.refunded_amount))`

/** What is left to refund, of the payment or of what paid for an exchange. */
const left = sql<Pounds>`greatest(0, private.left_of_order(o.id))`

/** A part that was refunded, of a return that an ended exchange opened again. */
const refundedBefore = sql<Pounds>`coalesce((select given.amount from private.refunds given
  where r.settled_at is null and given.id = r.refund_id and given.state <> 'failed'), 0)`

/** The discount of an exchange is what its return is worth, and no loss of its own worth. */
const lineDiscount = sql<Pounds>`case when exists (select from private.exchanges where order_id = o.id)
  then 0 else l.discount_amount end`

const refundedForLine = sql<Pounds>`(select coalesce(sum(part.amount), 0) from private.refund_lines part
  join private.refunds given on given.id = part.refund_id
  where given.order_id = o.id and part.position = l.position and given.state <> 'failed')`

type Row = Omit<OwnerReturn, 'lines' | 'suggested_pence' | 'worth_pence'> & {
  lines: PricedLine[]
  pieces: number
  delivery: Delivery
  left: Pence
  before: Pence
}
type PricedLine = {
  product_id: string
  height_cm: number | null
  heel_cm: number | null
  name: string
  size: string
  quantity: number
  sold: number
  cancelled: number
  /** Its pieces of other returns that were refunded or exchanged. */
  sentBack: number
  /** The refunds that name the garment. */
  refunded: Pence
  unitPence: Pence
  discountPence: Pence
}
type Delivery = { charged: Pence | null; options: { price?: unknown }[] }

/**
 * The returns of an order, or of all orders: the open ones first, the oldest first, then the settled ones, newest
 * first.
 */
export async function listReturns(tx: Tx, orderNumber: string | null): Promise<OwnerReturns> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(r) - '{order_id,refund_id,note}'::text[] || jsonb_build_object('order_number', o.order_number,
      'customer_name', o.customer_name, 'order_status', o.order_status,
      'is_undoable', ${isUndoable}, 'left', ${inPence(left)}, 'before', ${inPence(refundedBefore)}, 'refunded_pence', ${inPence(taken)},
      'exchange', (select placed.order_number from private.exchanges exchange
        join public.pre_orders placed on placed.id = exchange.order_id where exchange.return_id = r.id),
      'delivery', jsonb_build_object('charged', ${inPence('o.shipping_amount')}, 'options', o.delivery_options),
      'pieces', (select sum(l.quantity - l.cancelled_quantity) from public.order_lines l where l.order_id = o.id),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'size', l.size, 'quantity', p.quantity,
          'product_id', l.product_id, 'height_cm', l.height_cm, 'heel_cm', l.heel_cm,
          'sold', l.quantity, 'cancelled', l.cancelled_quantity, 'sentBack', (
            select coalesce(sum(piece.quantity), 0) from private.returns other
              join private.return_lines piece on piece.return_id = other.id
              left join private.refunds given on given.id = other.refund_id
             where piece.line_id = l.id and other.id <> r.id
               and (other.state = 'exchanged' or other.state = 'refunded' and given.state <> 'failed')),
          'refunded', ${inPence(refundedForLine)}, 'unitPence', ${inPence('l.unit_price')}, 'discountPence', ${inPence(lineDiscount)}) order by l.position), '[]')
        from private.return_lines p join public.order_lines l on l.id = p.line_id where p.return_id = r.id)) as row
    from private.returns r join public.pre_orders o on o.id = r.order_id
    where (${orderNumber}::text is null or o.order_number = ${orderNumber})
    order by r.settled_at is not null, case when r.settled_at is null then r.requested_at end, r.requested_at desc, r.id
    limit ${most}`.execute(tx)
  return {
    returns: rows.map(({ row }) => toReturn(row)),
    open: await countOpenReturns(tx),
    recordable: orderNumber === null ? null : await findRecordable(tx, orderNumber),
  }
}

/** How many returns wait for the owner. */
export async function countOpenReturns(tx: Tx): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from private.returns where settled_at is null`.execute(tx)
  return rows[0]?.open ?? 0
}

function toReturn({ lines, pieces, delivery, left, before, ...row }: Row): OwnerReturn {
  const isWhole = lines.reduce((sum, line) => sum + line.quantity - cancelledOf(line), 0) >= pieces
  const goods = Math.max(0, lines.reduce((sum, line) => sum + shareOf(line), 0) - before)
  const worth = pence(Math.min(left, goods))
  let unshared: number = worth
  return {
    ...row,
    lines: lines.map((line) => {
      const { name, size, quantity, product_id, height_cm, heel_cm } = line
      const share = pence(Math.min(shareOf(line), unshared))
      unshared -= share
      return { name, size, quantity, product_id, height_cm, heel_cm, worth_pence: share }
    }),
    worth_pence: worth,
    suggested_pence: pence(Math.min(left, goods + (isWhole ? leastDelivery(delivery) : 0))),
  }
}

function shareOf(priced: PricedLine): Pence {
  const { quantity, sold, cancelled, sentBack, refunded, unitPence, discountPence } = priced
  const others = { cancelled: cancelled - cancelledOf(priced), sentBack, refunded }
  return owedForWithdrawn({ unitPence, discountPence, quantity: sold }, quantity, others)
}

/** The pieces of the return that the owner has cancelled since. */
function cancelledOf({ quantity, sold, cancelled, sentBack }: PricedLine): number {
  return Math.max(0, Math.min(cancelled, quantity + cancelled + sentBack - sold))
}

/** The law has the delivery refunded up to the price of the least expensive service that was offered. */
function leastDelivery({ charged, options }: Delivery): Pence {
  const offered = options.flatMap(({ price }) => parsePounds(price) ?? [])
  return pence(Math.min(charged ?? 0, ...offered))
}

/**
 * A return whose order and row are locked until `tx` ends, ready for its next state. Refuses not_found, and conflict
 * where it was changed since `version`, or the state cannot follow.
 */
export async function lockReturn(tx: Tx, { id, version, next }: { id: string; version: number; next: ReturnState }) {
  const found = await tx.selectFrom('private.returns').select('order_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not_found', 'This return doesn’t exist.')
  // Orders are locked before their returns, as everywhere.
  const order = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('id', '=', found.order_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const row = await tx
    .selectFrom('private.returns')
    .select(['kind', 'state', 'version', 'refund_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.version !== version || !nextStates[row.state as ReturnState].includes(next)) {
    throw new AppError('conflict', 'This return has changed in the meantime. It is shown as it is now.')
  }
  return {
    id,
    orderId: found.order_id,
    kind: row.kind as ReturnKind,
    email: order.customer_email,
    refundId: row.refund_id,
  }
}

type ReturnChange = {
  id: string
  version: number
  state: 'received' | 'inspected' | 'refused'
  /** To the customer, where it is refused. */
  answer: string | null
}

/**
 * Moves a return on, and e-mails the customer where the parcel has arrived or the return is refused. Refuses as
 * `lockReturn`.
 */
export async function changeReturn(tx: Tx, queue: Queue, { id, version, state, answer }: ReturnChange): Promise<void> {
  if (state === 'refused' && !answer) {
    throw fieldError('answer', 'Please enter a reason: the customer gets it by e-mail.')
  }
  const { orderId, email } = await lockReturn(tx, { id, version, next: state })
  const now = sql<Date>`public.shop_now()`
  const changes = {
    received: { received_at: now },
    inspected: { inspected_at: now },
    refused: { settled_at: now, answer },
  }[state]
  await tx
    .updateTable('private.returns')
    .set({ state, ...changes })
    .where('id', '=', id)
    .execute()
  if (state === 'inspected') return
  await queueEmail(tx, queue, {
    kind: 'order_return_answered',
    cause: `${id}.${state}`,
    recipient: email ?? '',
    orderId,
    data: { returnId: id, state },
  })
}
