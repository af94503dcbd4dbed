import { sql } from 'kysely'
import type { Pounds } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import { isPaid } from '#features/orders/order-state.ts'
import { offeredCarriers, readCarriers } from '#features/settings/carriers.ts'
import type { Claims, Db, RequestContext, Tx } from '#platform/database/db.ts'
import { AppError, refusalOf } from '#platform/http/errors/app-error.ts'
import type { Log } from '#platform/log.ts'
import type { ChangeResult, OrderChange, OrderFacts } from './admin-orders.contract.ts'
import { type OrderRow, orderColumns } from './order-details.ts'

/** Closes the payment page of an order; one that was paid meanwhile makes the order paid. */
export type ClosePage = (orderId: string) => Promise<void>
/** Gives an unpaid order the day on which it leaves if it is paid now, unless its own is later. */
export type PromiseFromToday = (tx: Tx, orderId: string) => Promise<void>
export type PaymentSteps = { closePage: ClosePage; promiseFromToday: PromiseFromToday }
type Caller = { claims: Claims; context: RequestContext; log: Log } & PaymentSteps

/**
 * Changes orders independently, one after another: one that fails does not stop the others. A tracking number makes its
 * order shipped. A change that was already made is not a conflict. A second number for a parcel is one, unless
 * `version` shows that the first was seen.
 */
export async function changeOrders(
  db: Db,
  changes: readonly OrderChange[],
  { claims, context, log, closePage, promiseFromToday }: Caller,
): Promise<ChangeResult[]> {
  const results: ChangeResult[] = []
  for (const change of changes) {
    const { order_number } = change
    try {
      const closed = change.payment_status === 'paid' ? await withoutPage(db, change, closePage) : change
      const order = await db.as(claims, (tx) => changeOrder(tx, closed, promiseFromToday), context)
      results.push({ order_number, ok: true, order })
    } catch (error) {
      results.push({ order_number, ok: false, ...reasonOf(error, log) })
    }
  }
  return results
}

/**
 * Closes the open payment page of an order that is about to be set to paid, so that it is not paid twice. Returns the
 * change for the order as it is then. Refuses not_found, and conflict where the customer was faster.
 */
async function withoutPage(db: Db, change: OrderChange, closePage: ClosePage): Promise<OrderChange> {
  const readNow = () => db.asService((tx) => lockForChange(tx, change.order_number))
  const seen = await readNow()
  if (seen.provider_state !== 'open' || seen.payment_status === 'paid') return change
  if (change.version !== undefined && change.version !== seen.version) throw conflictOf(seen)
  await closePage(seen.id)
  const now = await readNow()
  if (isPaid(now.provider_state)) throw new AppError('conflict', 'The customer has just paid this order by card.')
  return change.version === undefined ? change : { ...change, version: now.version }
}

/**
 * Changes an order. One that is not begun and is set to paid leaves as an order of today, by `promiseFromToday`. Refuses
 * not_found, conflict, and bad_request for an invalid number, carrier or ready state.
 */
export async function changeOrder(tx: Tx, change: OrderChange, promiseFromToday?: PromiseFromToday): Promise<OrderRow> {
  checkTracking(change)
  const order = await lockForChange(tx, change.order_number)
  const next = await changesOf(tx, order, change)
  checkReady(order, change)
  if (next.payment_status === 'paid' && order.payment_status !== 'paid' && order.provider_state === 'open') {
    throw new AppError('conflict', 'The customer is paying this order right now. Please try again in a minute.')
  }
  if (isThere(order, next) && isReadyAs(order, change.ready)) return order
  const isStale = change.version !== undefined && change.version !== order.version
  // Without a version, replacing a number may be a mistake.
  const replaces =
    change.tracking_number !== undefined && order.tracking_number !== null && change.version === undefined
  const status = next.order_status ?? order.order_status
  if (isStale || (replaces && !isSameParcel(order.tracking_number, change.tracking_number))) throw conflictOf(order)
  // The first tracking number means that the parcel ships now, also where the status was shipped before.
  const leavesNow = Boolean(next.tracking_number) && order.tracking_number === null && status === 'shipped'
  const shipped_at = leavesNow ? { shipped_at: sql<Date>`public.shop_now()` } : {}
  const isPaidNow = next.payment_status === 'paid' && order.order_view === 'unpaid'
  if (isPaidNow && status === 'pending') await promiseFromToday?.(tx, order.id)
  await tx
    .updateTable('pre_orders')
    .set({ ...next, ...shipped_at, ...readyAt(order, change.ready) })
    .where('id', '=', order.id)
    .execute()
  if (change.tell_customer !== undefined) await timeDispatchEmail(tx, order.id, change.tell_customer)
  return lockForChange(tx, change.order_number)
}

/** Refuses bad_request for a number or a carrier that cannot be one. */
export function checkTracking({
  tracking_number: number,
  shipping_carrier: carrier,
}: Pick<OrderChange, 'tracking_number' | 'shipping_carrier'>): void {
  if (typeof number === 'string' && !/[\p{L}\p{N}]/u.test(number))
    throw new AppError('bad_request', 'Please enter a tracking number.')
  if ((number?.length ?? 0) > 100) throw new AppError('bad_request', 'A tracking number has at most 100 characters.')
  if ((carrier?.length ?? 0) > 100) throw new AppError('bad_request', 'A carrier’s name has at most 100 characters.')
}

function checkReady(order: OrderRow, { ready, order_status }: OrderChange): void {
  const status = order_status ?? order.order_status
  // With a status, a change may restore an earlier state, as undo does.
  if (!ready || status === 'processing' || (order_status !== undefined && status !== 'pending')) return
  throw new AppError('bad_request', 'Only an order in progress can be ready to post.')
}

function isReadyAs({ ready_at }: OrderRow, ready: boolean | undefined): boolean {
  return ready === undefined || ready === (ready_at !== null)
}

function readyAt(order: OrderRow, ready: boolean | undefined): { ready_at?: ReturnType<typeof sql<Date>> | null } {
  if (ready === undefined || isReadyAs(order, ready)) return {}
  return { ready_at: ready ? sql<Date>`public.shop_now()` : null }
}

/** A trigger queued the e-mail with the new status; the owner's answer decides whether and when it is sent. */
async function timeDispatchEmail(tx: Tx, orderId: string, tellCustomer: boolean): Promise<void> {
  await tx
    .updateTable('private.outbox')
    .set(tellCustomer ? { next_attempt_at: sql<Date>`now() + interval '1 minute'` } : { state: 'dropped' })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'order_dispatched')
    .where('state', '=', 'waiting')
    // That of a parcel which left before is its own.
    .where(sql<boolean>`not data ? 'parcel'`)
    .execute()
}

/** The order, with its row locked until `tx` ends. Refuses not_found. */
export async function lockForChange(tx: Tx, orderNumber: string): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from public.pre_orders o where o.order_number = ${orderNumber} for update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'There is no order with that number.')
  return rows[0]
}

type RowChanges = Partial<Pick<OrderRow, 'order_status' | 'payment_status' | 'tracking_number' | 'shipping_carrier'>>

async function changesOf(tx: Tx, order: OrderRow, change: OrderChange): Promise<RowChanges> {
  const { order_status, payment_status, tracking_number: number, shipping_carrier: carrier } = change
  const isThisParcel = isSameParcel(order.tracking_number, number)
  const status = order_status ?? (!number || order.order_status === 'delivered' ? undefined : 'shipped')
  return {
    ...(status && { order_status: status }),
    ...(payment_status && { payment_status }),
    ...(number !== undefined && !isThisParcel && { tracking_number: number }),
    ...((carrier !== undefined || number !== undefined) && {
      shipping_carrier: carrier || order.shipping_carrier || (await usualCarrier(tx)),
    }),
  }
}

async function usualCarrier(tx: Tx): Promise<string | null> {
  return offeredCarriers(await readCarriers(tx))[0]?.name ?? null
}

function isThere(order: OrderRow, next: RowChanges): boolean {
  return Object.entries(next).every(([name, value]) => order[name as keyof RowChanges] === value)
}

/** Compares without case and spaces, like the triggers of the e-mails. */
function isSameParcel(one: string | null, other: string | null | undefined): boolean {
  if (one === null || !other) return one === other
  return plain(one) === plain(other)
}

function plain(number: string): string {
  return number.replaceAll(/\s/g, '').toUpperCase()
}

export function conflictOf({ tracking_number: number }: OrderRow): AppError {
  const has = number === null ? '' : ` It now has the tracking number ${number}.`
  return new AppError(
    'conflict',
    `Someone else has changed this order in the meantime.${has} Please check it and try again.`,
  )
}

type Reason = { code: 'conflict' | 'not_found' | 'refused'; message: string }

/** An unexpected error of one order is logged here, so that the other results are not lost. */
/** Why a change of one order of many was not made, as text for the owner. */
export function reasonOf(error: unknown, log: Log): Reason {
  const refusal = refusalOf(error)
  if (refusal) {
    const { code, message } = refusal
    return { code: code === 'conflict' || code === 'not_found' ? code : 'refused', message }
  }
  if (error instanceof Error && 'code' in error && error.code === lockNotGiven) {
    return { code: 'conflict', message: 'Someone else is changing this order. Please try again in a moment.' }
  }
  log.error({ error }, 'an order could not be changed')
  return { code: 'refused', message: 'Something went wrong, and this order wasn’t changed. Please try again.' }
}

const lockNotGiven = '55P03'

/** The facts of these orders, in no order; those that do not exist are left out. */
export async function readOrderFacts(tx: Tx, numbers: readonly string[]): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select o.order_number,
      ${inPence(sql<Pounds>`greatest(o.refunded_amount, money.sent)`)} as refunded_pence,
      ${inPence(sql<Pounds>`money.held`)} as refund_held_pence,
      ${inPence(sql<Pounds>`money.waiting`)} as refund_waiting_pence,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'units', line.units, 'limit', p.preorder_limit,
          'taken', private.sold_units(p.id) - case when o.order_status = 'cancelled' then 0 else line.units end))
        from (select product_id, sum(quantity - cancelled_quantity)::int as units from public.order_lines
          where order_id = o.id and is_preorder group by product_id) as line
        join public.products as p on p.id = line.product_id
       where p.preorder_limit is not null
         -- What it takes once it is revived.
         and private.is_sold(o.provider_state, o.payment_status, 'pending')
         and public.is_preorder_live(p.is_preorder, p.preorder_end_date)), '[]') as preorders,
      (select case hold.state when 'redeemed' then 'counted' when 'released' then 'given_back' end
        from private.discount_holds as hold where hold.order_id = o.id) as discount_use,
      exists (select from private.returns as r where r.order_id = o.id and r.kind = 'withdrawal' and r.stopped) as has_withdrawn,
      exists (select from private.parcels as parcel where parcel.order_id = o.id)
        and exists (select from private.open_pieces(o.id)) as is_part_sent,
      (select count(*)::int from private.parcels as parcel where parcel.order_id = o.id) as parcels_sent,
      coalesce((select jsonb_agg(distinct email.kind) from private.outbox as email
       where email.order_id = o.id and email.state in ('sending', 'sent')), '[]') as emails_sent
      from public.pre_orders as o,
        lateral (select coalesce(sum(amount) filter (where state in ('pending', 'succeeded')), 0) as sent,
            coalesce(sum(amount) filter (where state = 'requested' and scope = 'cancellation'), 0) as held,
            coalesce(sum(amount) filter (where state = 'requested' and scope <> 'cancellation'), 0) as waiting
          from private.refunds as refund
         where refund.order_id = o.id and refund.session_id = o.payment_session_id) as money
     where o.order_number = any(${numbers}::text[])`.execute(tx)
  return rows
}
