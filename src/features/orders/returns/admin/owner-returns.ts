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
import { nextStates, type ReturnKind, type ReturnState } from '../return.ts'

/** A return as the owner sees it. Times are ISO. */
export type OwnerReturn = Omit<Wire<Selectable<Tables['private.returns']>>, 'order_id' | 'refund_id' | 'note'> & {
  kind: ReturnKind
  state: ReturnState
  order_number: string
  customer_name: string | null
  order_status: string
  lines: { name: string; size: string; quantity: number }[]
  /**
   * What the pieces cost after the discount, less what was refunded for pieces of their lines; with the least expensive
   * delivery where they are the whole order; at most what is left of the payment.
   */
  suggested_pence: Pence
  /** What refunds have taken of the payment. */
  refunded_pence: Pence
}

export type OwnerReturns = { returns: OwnerReturn[]; open: number }

const most = 200

const taken = sql<Pounds>`least(o.final_amount,
  private.taken_by_refunds(o.id, o.payment_session_id, o.refunded_amount))`

const refundedForLine = sql<Pounds>`(select coalesce(sum(part.amount), 0) from private.refund_lines part
  join private.refunds given on given.id = part.refund_id
  where given.order_id = o.id and part.position = l.position and given.state <> 'failed')`

type Row = Omit<OwnerReturn, 'lines' | 'suggested_pence'> & {
  lines: PricedLine[]
  pieces: number
  delivery: Delivery
  paid: Pence
}
type PricedLine = {
  name: string
  size: string
  quantity: number
  sold: number
  cancelled: number
  /** Its pieces of other returns that were refunded. */
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
      'paid', ${inPence('o.final_amount')}, 'refunded_pence', ${inPence(taken)},
      'delivery', jsonb_build_object('charged', ${inPence('o.shipping_amount')}, 'options', o.delivery_options),
      'pieces', (select sum(l.quantity - l.cancelled_quantity) from public.order_lines l where l.order_id = o.id),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'size', l.size, 'quantity', p.quantity,
          'sold', l.quantity, 'cancelled', l.cancelled_quantity, 'sentBack', (
            select coalesce(sum(piece.quantity), 0) from private.returns other
              join private.return_lines piece on piece.return_id = other.id
              join private.refunds given on given.id = other.refund_id
             where piece.line_id = l.id and other.id <> r.id and given.state <> 'failed'),
          'refunded', ${inPence(refundedForLine)}, 'unitPence', ${inPence('l.unit_price')}, 'discountPence', ${inPence('l.discount_amount')}) order by l.position), '[]')
        from private.return_lines p join public.order_lines l on l.id = p.line_id where p.return_id = r.id)) as row
    from private.returns r join public.pre_orders o on o.id = r.order_id
    where (${orderNumber}::text is null or o.order_number = ${orderNumber})
    order by r.settled_at is not null, case when r.settled_at is null then r.requested_at end, r.requested_at desc, r.id
    limit ${most}`.execute(tx)
  return { returns: rows.map(({ row }) => toReturn(row)), open: await countOpenReturns(tx) }
}

/** How many returns wait for the owner. */
export async function countOpenReturns(tx: Tx): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from private.returns where settled_at is null`.execute(tx)
  return rows[0]?.open ?? 0
}

function toReturn({ lines, pieces, delivery, paid, ...row }: Row): OwnerReturn {
  const isWhole = lines.reduce((sum, line) => sum + line.quantity - cancelledOf(line), 0) >= pieces
  const goods = lines.reduce((sum, line) => sum + shareOf(line), 0)
  const left = paid - row.refunded_pence
  return {
    ...row,
    lines: lines.map(({ name, size, quantity }) => ({ name, size, quantity })),
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
