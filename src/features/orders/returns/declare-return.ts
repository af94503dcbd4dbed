import { sql } from 'kysely'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import { requirePhotographs } from '../links/sent-photographs.ts'
import { isCalledOff, type OrderStatus, type ProviderState } from '../order-state.ts'
import { type CustomerReturn, type DeclaredOn, type ReturnKind, returnable, returnPhotographs } from './return.ts'

/** What customers photographed for a return. The second condition is that of the index. */
export const returnPictures: PictureUse = {
  columns: ['private.returns.photographs'],
  shows: sql`exists (
    select from private.returns where returns.photographs @> array[object.name] and returns.photographs <> '{}'
  )`,
}

type Declaration = {
  /** From the browser: a second declaration of one id changes nothing. */
  id: string
  orderId: string
  kind: ReturnKind
  /** The pieces of each line, or everything that was not declared before. */
  lines: DeclaredLine[] | 'all'
  reason: string | null
  /** Names of uploaded objects. */
  photographs: string[]
  declaredOn: DeclaredOn
  /** The name that the customer typed; without one, that of the order counts. */
  declaredBy?: string | null
  /** When the customer declared it; now by default. */
  at?: Date
}

/** Whether a part of an order has left. */
export async function hasPartLeft(tx: Tx, orderId: string): Promise<boolean> {
  const parcel = await tx.selectFrom('private.parcels').select('id').where('order_id', '=', orderId).executeTakeFirst()
  return parcel !== undefined
}

export type DeclaredLine = { id: number; quantity: number }

/**
 * Cancels and refunds, in `tx`, what a withdrawal names, as long as nothing of the order is begun. Returns whether it
 * did; otherwise the owner decides. The caller holds the order's row lock.
 */
export type StopWithdrawn = (
  tx: Tx,
  withdrawal: { id: string; orderId: string; lines: readonly DeclaredLine[] },
) => Promise<boolean>

export type DeclareReturnDeps = { queue: Queue; stopWithdrawn: StopWithdrawn }

/** How long the receipt of a return that the owner recorded waits, so that an undo can still drop it. */
const waitSeconds = 60

const refusals = {
  customer: {
    calledOff: 'This order has already been cancelled or refunded, so there’s nothing to send back.',
    unsent: 'This order hasn’t left us yet. Please write to us and we’ll help.',
    declared: 'You’ve already told us about this garment.',
  },
  owner: {
    calledOff: 'This order has been cancelled or refunded, so there’s nothing to send back.',
    unsent:
      'This order hasn’t been posted, so there’s nothing to send back yet. Record a withdrawal, or cancel it under Money.',
    declared: 'This garment has been declared meanwhile. It’s in the list of returns now.',
  },
}

/**
 * Records a customer's declaration, with its receipt by e-mail and, where the owner did not record it, an e-mail to the
 * owner; all of it commits with `tx`. Every declaration is accepted, also one that is late. A withdrawal from what is not
 * begun is settled at once (`isStopped`); of any other the owner decides what follows. `isNew`: false where the same was
 * declared before. The caller holds the order's row lock. Refuses conflict for an order that was called off, for a fault
 * of an order that was not sent, and for garments that were declared before; bad_request for lines and photographs of
 * other orders.
 */
export async function declareReturn(
  tx: Tx,
  { queue, stopWithdrawn }: DeclareReturnDeps,
  declaration: Declaration,
): Promise<{ id: string; isNew: boolean; isStopped: boolean }> {
  const { id, orderId, kind, reason, photographs, declaredOn, declaredBy, at } = declaration
  const words = refusals[declaredOn === 'owner' ? 'owner' : 'customer']
  const known = await tx
    .selectFrom('private.returns')
    .select(['order_id', 'stopped'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (known && known.order_id !== orderId) throw new AppError('conflict', 'This request belongs to another order.')
  if (known) return { id, isNew: false, isStopped: known.stopped }
  const order = await tx
    .selectFrom('pre_orders')
    .select(['order_status', 'provider_state', 'customer_email'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const status = order.order_status as OrderStatus
  if (isCalledOff({ status, providerState: order.provider_state as ProviderState })) {
    throw new AppError('conflict', words.calledOff)
  }
  if (kind !== 'withdrawal' && status !== 'shipped' && status !== 'delivered' && !(await hasPartLeft(tx, orderId))) {
    throw new AppError('conflict', words.unsent)
  }
  const lines = await resolveLines(tx, declaration, words.declared)
  if (typeof lines === 'string') return { id: lines, isNew: false, isStopped: false }
  await requirePhotographs(tx, { bucket: returnPhotographs, folder: `${orderId}/` }, photographs)
  const isStopped = kind === 'withdrawal' && (await stopWithdrawn(tx, { id, orderId, lines }))
  await tx
    .insertInto('private.returns')
    .values({
      id,
      order_id: orderId,
      kind,
      reason,
      photographs,
      declared_on: declaredOn,
      declared_by: declaredBy ?? null,
      ...(at && { requested_at: at }),
      ...(isStopped && { stopped: true, state: 'refunded', settled_at: sql<Date>`public.shop_now()` }),
    })
    .execute()
  await tx
    .insertInto('private.return_lines')
    .values(lines.map((line) => ({ return_id: id, line_id: line.id, quantity: line.quantity })))
    .execute()
  const receipt = { kind: 'order_return_requested', cause: id, orderId, data: { returnId: id } }
  if (declaredOn === 'owner') {
    // An order by hand may have no address.
    if (order.customer_email) await queueEmail(tx, queue, { ...receipt, recipient: order.customer_email, waitSeconds })
    return { id, isNew: true, isStopped }
  }
  await queueEmail(tx, queue, { ...receipt, recipient: order.customer_email ?? '' })
  await sql`select private.queue_owner_email('owner_return_requested', ${id}, ${orderId}, interval '0',
    ${JSON.stringify({ returnId: id })}::jsonb)`.execute(tx)
  return { id, isNew: true, isStopped }
}

/**
 * The lines of a declaration of `all`, or the given ones once they are checked. An id: that return named all of them.
 */
async function resolveLines(
  tx: Tx,
  { orderId, kind, lines: wanted }: Declaration,
  declared: string,
): Promise<DeclaredLine[] | string> {
  const sold = await sql<DeclaredLine>`
    select id::int as id, quantity - cancelled_quantity as quantity from public.order_lines
     where order_id = ${orderId} order by position`.execute(tx)
  const returns = await readCustomerReturns(tx, orderId)
  const left = sold.rows.map((line) => ({ id: line.id, quantity: returnable(line, returns, kind) }))
  const before = returns.find((each) => each.kind === kind && each.state !== 'refused' && !each.stopped)?.id
  if (wanted === 'all') {
    const all = left.filter(({ quantity }) => quantity > 0)
    if (all.length > 0) return all
    if (before) return before
    throw new AppError('conflict', 'There’s nothing in this order to send back.')
  }
  for (const { id, quantity } of wanted) {
    const line = left.find((each) => each.id === id)
    if (!line) throw fieldError('lines', 'That garment isn’t in this order.')
    if (quantity > line.quantity) throw new AppError('conflict', declared)
  }
  if (new Set(wanted.map(({ id }) => id)).size !== wanted.length || wanted.length === 0) {
    throw fieldError('lines', 'Please choose at least one garment.')
  }
  return wanted
}

/** The returns of an order as its customer sees them, the newest first. */
export async function readCustomerReturns(tx: Tx, orderId: string): Promise<CustomerReturn[]> {
  const { rows } = await sql<{ row: CustomerReturn }>`
    select ${customerReturn} as row from private.returns r where r.order_id = ${orderId}
     order by r.requested_at desc, r.id`.execute(tx)
  return rows.map(({ row }) => row)
}

/** The same of every order of an account. */
export async function listCustomerReturns(tx: Tx, userId: string): Promise<(CustomerReturn & { order_id: string })[]> {
  const { rows } = await sql<{ row: CustomerReturn & { order_id: string } }>`
    select ${customerReturn} || jsonb_build_object('order_id', r.order_id) as row
      from private.returns r join public.pre_orders o on o.id = r.order_id
     where o.user_id = ${userId} and o.reported_paid order by r.requested_at desc, r.id`.execute(tx)
  return rows.map(({ row }) => row)
}

/**
 * Whether the owner sent a refund of a return again, or gave it back at the provider: what was refunded since, other than
 * for returns, covers the failed refunds of the order's returns up to this one.
 */
const isSentAgain = sql`(
  select coalesce(sum(again.amount), 0) from private.refunds again
   where again.order_id = given.order_id and again.session_id = given.session_id and again.state in ('pending', 'succeeded')
     and case again.source when 'provider' then again.settled_at else again.requested_at end
       > (select min(first.requested_at) from ${failedOfReturns('first')})
     and not exists (select from private.returns own where own.order_id = given.order_id
       and again.id = coalesce(own.refund_id, own.id))
) >= (select sum(due.amount) from ${failedOfReturns('due')} where due.requested_at <= given.requested_at)`

/** The failed refunds of the returns of an order. */
function failedOfReturns(name: 'first' | 'due') {
  return sql`(select failed.amount, failed.requested_at from private.refunds failed join private.returns declared
    on failed.id = coalesce(declared.refund_id, declared.id) and declared.order_id = failed.order_id
    where failed.order_id = given.order_id and failed.state = 'failed') as ${sql.ref(name)}`
}

// The refund of a withdrawal that stopped its pieces has the withdrawal's id.
const customerReturn = sql`jsonb_build_object('id', r.id, 'kind', r.kind, 'state', r.state, 'requested_at', r.requested_at,
  'photographs', cardinality(r.photographs), 'answer', r.answer, 'stopped', r.stopped,
  'lines', (select coalesce(jsonb_agg(jsonb_build_object('id', l.line_id, 'quantity', l.quantity) order by l.line_id), '[]')
    from private.return_lines l where l.return_id = r.id),
  'refund', (select jsonb_build_object('pence', ${inPence('given.amount')}, 'state',
      case when given.state = 'failed' and ${isSentAgain} then 'succeeded' else given.state end)
    from private.refunds given where given.order_id = r.order_id and given.id = coalesce(r.refund_id, r.id)))`

/** Whether the customer withdrew from all that is left of an order. */
export async function isWithdrawn(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is_withdrawn: boolean }>`
    select count(*) > 0 and count(*) filter (where line.pieces > (
        select coalesce(sum(piece.quantity), 0) from private.return_lines piece join private.returns r on r.id = piece.return_id
         where piece.line_id = line.id and r.kind = 'withdrawal' and r.state <> 'refused' and not r.stopped)) = 0 as is_withdrawn
      from (select id, quantity - cancelled_quantity as pieces from public.order_lines where order_id = ${orderId}) line
     where line.pieces > 0`.execute(tx)
  return rows[0]?.is_withdrawn === true
}
