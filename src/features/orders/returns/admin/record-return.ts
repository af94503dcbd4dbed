import { sql } from 'kysely'
import { formatDay, isoDay } from '#base/calendar-day.ts'
import { fromShopClock, shopDate } from '#base/shop-clock.ts'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import { noSuchOrder } from '../../changes/editable-order.ts'
import { handPaymentOf } from '../../hand-payment.ts'
import { cancelDaysOf, withdrawUntil } from '../../links/order-period.ts'
import { holdsMoney, isCalledOff, type OrderStatus, type ProviderState } from '../../order-state.ts'
import {
  type DeclaredLine,
  type DeclareReturnDeps,
  declareReturn,
  hasPartLeft,
  readCustomerReturns,
} from '../declare-return.ts'
import { type ReturnKind, returnable } from '../return.ts'

/** What the owner may record of an order. Days are 'YYYY-MM-DD'. */
export type RecordableReturn = {
  /** The kinds that may be declared now, each with the garments that may still be named. */
  kinds: { kind: ReturnKind; lines: { id: number; name: string; size: string; left: number }[] }[]
  /** Whether a withdrawal cancels and refunds what it names at once, since nothing of the order is begun. */
  cancels: boolean
  ordered_on: string
  /** The days to withdraw that were agreed. */
  cancel_days: number
  /** The last day to withdraw; null until the delivery is known. */
  withdraw_until: string | null
}

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

async function findOrder(tx: Tx, orderNumber: string, isLocked = false) {
  const row = await tx
    .selectFrom('pre_orders as placed')
    .select(['id', 'created_at', 'delivered_at', 'order_status', 'provider_state', 'payment_provider', 'reported_paid'])
    .select([
      sql<string>`to_char(public.shop_now() at time zone ${shop.timeZone}, 'YYYY-MM-DD')`.as('today'),
      sql<boolean>`exists (select from private.exchanges as exchange where exchange.order_id = placed.id)`.as(
        'is_exchange',
      ),
    ])
    .where('order_number', '=', orderNumber)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return null
  const { order_status, provider_state, ...order } = row
  return { ...order, status: order_status as OrderStatus, providerState: provider_state as ProviderState }
}

/** What the owner may record of an order; null where there is nothing. */
export async function findRecordable(tx: Tx, orderNumber: string): Promise<RecordableReturn | null> {
  const order = await findOrder(tx, orderNumber)
  if (!order?.reported_paid || isCalledOff(order)) return null
  const { rows: lines } = await sql<{ id: number; name: string; size: string; quantity: number }>`
    select id::int as id, name, size, quantity - cancelled_quantity as quantity
      from public.order_lines where order_id = ${order.id} order by position`.execute(tx)
  const returns = await readCustomerReturns(tx, order.id)
  const isSent = order.status === 'shipped' || order.status === 'delivered' || (await hasPartLeft(tx, order.id))
  const wanted: ReturnKind[] = isSent ? ['withdrawal', 'fault', 'other'] : ['withdrawal']
  const kinds = wanted
    .map((kind) => ({
      kind,
      lines: lines
        .map(({ quantity, ...line }) => ({ ...line, left: returnable({ id: line.id, quantity }, returns, kind) }))
        .filter(({ left }) => left > 0),
    }))
    .filter((each) => each.lines.length > 0)
  if (kinds.length === 0) return null
  const until = withdrawUntil(order)
  return {
    kinds,
    cancels: cancelsAtOnce(order),
    ordered_on: shopDate(order.created_at),
    cancel_days: cancelDaysOf(order.created_at),
    withdraw_until: until && isoDay(until),
  }
}

/** What `stopWithdrawn` does, as far as it can be said before. */
function cancelsAtOnce({ status, providerState, payment_provider, is_exchange }: Order): boolean {
  return status === 'pending' && holdsMoney(providerState) && !handPaymentOf(payment_provider) && !is_exchange
}

type Recording = {
  /** From the browser: a second request with it changes nothing. */
  id: string
  orderNumber: string
  kind: ReturnKind
  lines: DeclaredLine[]
  reason: string | null
  /** The day on which the customer declared it, 'YYYY-MM-DD'. */
  day: string
  /** Whether the owner knows that it cancels and refunds at once. */
  cancels: boolean
}

/**
 * Records a return that its customer declared by e-mail or telephone, on the day of the declaration: the law counts from
 * it. The receipt leaves in a minute, and the return can be undone until then. Refuses as `declareReturn`, at `day` for
 * one that is before the order or to come, and conflict where it would refund at once and the owner does not know.
 */
export async function recordReturn(
  tx: Tx,
  deps: DeclareReturnDeps,
  recording: Recording,
): Promise<{ stopped: boolean }> {
  const { orderNumber, day, cancels, ...declared } = recording
  const order = await findOrder(tx, orderNumber, true)
  if (!order) throw noSuchOrder()
  if (!order.reported_paid) {
    throw new AppError('conflict', 'This order isn’t paid, so there’s nothing to send back. Cancel it instead.')
  }
  const at = momentOf(day, order)
  const { isStopped, isNew } = await declareReturn(tx, deps, {
    ...declared,
    orderId: order.id,
    photographs: [],
    declaredOn: 'owner',
    ...(at && { at }),
  })
  if (isNew && isStopped && !cancels) {
    throw new AppError(
      'conflict',
      'You haven’t begun this order, so a withdrawal cancels and refunds it at once. Please check it and send it again.',
    )
  }
  return { stopped: isStopped }
}

/** Now for today; for a day before it the time is not known, and noon is a time of that day. */
function momentOf(day: string, { created_at, today }: Order): Date | null {
  const orderedOn = shopDate(created_at)
  if (day > today) throw fieldError('day', 'This day is still to come. Please choose today or an earlier day.')
  if (day < orderedOn) {
    throw fieldError(
      'day',
      `The order was placed on ${formatDay(new Date(orderedOn))}. Please choose that day or a later one.`,
    )
  }
  return day === today ? null : fromShopClock(`${day}T12:00`)
}

/** Whether the row `r` of `private.returns` can be undone: the owner recorded it, and its receipt has not left. */
export const isUndoable = sql<boolean>`(r.declared_on = 'owner' and r.state = 'requested'
  and not exists (select from private.exchanges as tried where tried.return_id = r.id)
  and not exists (select from private.outbox as receipt where receipt.order_id = r.order_id
    and receipt.kind = 'order_return_requested' and starts_with(receipt.cause, r.id::text) and receipt.state in ('sending', 'sent')))`

/**
 * Takes back a return that the owner recorded, until its receipt leaves: the customer gets no e-mail. Refuses not_found,
 * and conflict where the receipt has left or the return has moved on.
 */
export async function undoRecordedReturn(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<void> {
  const found = await tx.selectFrom('private.returns').select('order_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw noReturn()
  // Orders are locked before their returns, as everywhere.
  await tx.selectFrom('pre_orders').select('id').where('id', '=', found.order_id).forUpdate().executeTakeFirst()
  // A worker that is taking the receipt holds its row, and this waits for it.
  await tx
    .updateTable('private.outbox')
    .set({ state: 'dropped' })
    .where('kind', '=', 'order_return_requested')
    .where('cause', '=', id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
  const { rows } = await sql<{ kind: string; is_undoable: boolean }>`
    select r.kind, ${isUndoable} as is_undoable from private.returns r where r.id = ${id} for update of r`.execute(tx)
  const [row] = rows
  if (!row) throw noReturn()
  if (!row.is_undoable) {
    throw new AppError(
      'conflict',
      'This return can’t be taken back any more: the customer has had the e-mail about it, or it has moved on.',
    )
  }
  await tx.deleteFrom('private.returns').where('id', '=', id).execute()
  await tx
    .insertInto('private.order_events')
    .values({
      order_id: found.order_id,
      kind: 'return_taken_back',
      facts: JSON.stringify({ return: row.kind }),
      actor: userId,
      party: 'shop',
    })
    .execute()
  await noteInAudit(tx, {
    ...{ actor: userId, table: 'returns', row: found.order_id, action: 'delete' },
    before: { id, kind: row.kind, state: 'requested' },
  })
}

function noReturn(): AppError {
  return new AppError('not_found', 'This return doesn’t exist any more.')
}
