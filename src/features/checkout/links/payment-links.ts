import { sql } from 'kysely'
import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import type { HandPayment } from '#features/orders/hand-payment.ts'
import { isPaid, type ProviderState } from '#features/orders/order-state.ts'
import { confirmLater, giveBackByHand, takeByHand } from '#features/payments/take-by-hand.ts'
import type { Tx } from '#platform/database/db.ts'
import { dropWaitingEmails, queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type ProviderName, paymentProviders } from '#platform/payments/providers.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import { refuseLateAddition } from '../joins/join-order.ts'
import { closePage, openPage, type PaymentPage } from '../payment-page.ts'
import { moveToPaidNow } from './day-paid-now.ts'
import { holdAgain } from './hold-again.ts'
import type { LinkState } from './payment-links.contract.ts'

/** How long a payment page lives that a link opens; afterwards the link opens another. */
const pageMinutes = 60
/** A page with less time left is not shown any more. */
const fewMinutes = 5

/** The link of an order, with what its states depend on; the order's row is locked. */
type Link = {
  orderId: string
  orderNumber: string
  state: ProviderState
  /** Whether the owner has set its payment status to paid. */
  isSaidPaid: boolean
  status: string
  provider: string
  endsAt: Date
  isOver: boolean
  /** The end it had before the owner ended it; null: she has not. */
  endedFrom: Date | null
  /** Whether the payment page of the order has time left. */
  isPageOpen: boolean
  page: number
  /** Whether a page was claimed that still has time enough, so that its request is repeated. */
  isPageClaimed: boolean
  sends: number
}

/** Gives an order that is written as unpaid a link for so many days. Its e-mail leaves a minute later, for an undo. */
export async function addPaymentLink(
  tx: Tx,
  queue: LinkDeps['queue'],
  { orderId, days }: { orderId: string; days: number },
): Promise<void> {
  await tx
    .insertInto('private.payment_links')
    .values({ order_id: orderId, ends_at: sql<Date>`shop_now() + ${days} * interval '1 day'` })
    .execute()
  await holdUntilEnd(tx, orderId)
  await queueLinkEmail(tx, queue, { orderId, sends: 1 })
}

/** A use of a code is held as long as the link lives. No payment page is open yet. */
async function holdUntilEnd(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('pre_orders')
    .set({ payment_session_expires_at: null, payment_session_id: null, payment_session_url: null })
    .where('id', '=', orderId)
    .execute()
  await sql`update private.discount_holds as hold set until = link.ends_at from private.payment_links as link
    where link.order_id = hold.order_id and hold.order_id = ${orderId}`.execute(tx)
}

async function queueLinkEmail(
  tx: Tx,
  queue: LinkDeps['queue'],
  { orderId, sends }: { orderId: string; sends: number },
): Promise<void> {
  const { customer_email: recipient } = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const cause = causeOf(orderId, sends)
  if (!recipient) return
  if (sends > 1) return void (await queueEmail(tx, queue, { kind: 'order_payment_link', cause, orderId, recipient }))
  await sql`select private.queue_email('order_payment_link', ${cause}, ${recipient}, '{}'::jsonb, ${orderId},
    now() + interval '1 minute')`.execute(tx)
}

/** The cause of the e-mail with a link that was sent so many times. */
function causeOf(orderId: string, sends: number): string {
  return sends === 1 ? orderId : `${orderId}.${sends}`
}

/** The link of an order; both rows are locked until `tx` ends. Refuses not_found. */
export async function lockLink(tx: Tx, by: { id: string } | { number: string }, provider: ProviderName): Promise<Link> {
  const least = paymentProviders[provider].minPageMinutes + 1
  const row = await tx
    .selectFrom('pre_orders as placed')
    .innerJoin('private.payment_links as link', 'link.order_id', 'placed.id')
    .select([
      'placed.id',
      'order_number',
      'provider_state',
      'order_status',
      'payment_status',
      'payment_provider',
      'ends_at',
      'ended_from',
      'page',
      'sends',
    ])
    .select([
      sql<boolean>`ends_at <= shop_now()`.as('is_over'),
      sql<boolean>`coalesce(payment_session_expires_at > shop_now() + ${fewMinutes} * interval '1 minute', false)`.as(
        'is_page_open',
      ),
      sql<boolean>`coalesce(page_ends_at > shop_now() + ${least} * interval '1 minute', false)`.as('is_page_claimed'),
    ])
    .where((order) => ('id' in by ? order('placed.id', '=', by.id) : order('order_number', '=', by.number)))
    .forUpdate(['placed', 'link'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This order has no payment link.')
  return {
    orderId: row.id,
    orderNumber: row.order_number,
    state: row.provider_state as ProviderState,
    isSaidPaid: row.payment_status === 'paid',
    status: row.order_status,
    provider: row.payment_provider,
    endsAt: row.ends_at,
    isOver: row.is_over,
    endedFrom: row.ended_from,
    isPageOpen: row.provider_state === 'open' && row.is_page_open,
    page: row.page,
    isPageClaimed: row.is_page_claimed,
    sends: row.sends,
  }
}

export function stateOfLink({
  state,
  isSaidPaid,
  status,
  isOver,
}: Pick<Link, 'state' | 'isSaidPaid' | 'status' | 'isOver'>): LinkState {
  if (isPaid(state) || isSaidPaid) return 'paid'
  if (status === 'cancelled') return 'cancelled'
  return isOver ? 'ended' : 'open'
}

const whyNot: Record<Exclude<LinkState, 'open'>, string> = {
  paid: 'This order is paid. There is nothing more to pay.',
  processing: 'Your payment is being confirmed. There is nothing more to do.',
  ended: 'The time to pay by this link is over. Please write to us and we’ll send a new one.',
  cancelled: 'This order has been cancelled. Nothing can be paid for it.',
}

function refusal(state: Exclude<LinkState, 'open'>): AppError {
  return new AppError('conflict', whyNot[state], { details: { reason: state } })
}

/** Attempts to get past a page that closes meanwhile. */
const rounds = 4

/**
 * The payment page of a link: the open one, or a new one once that has expired. Presses at once, from any number of
 * processes, get one page: the request is claimed in the link's row first, and repeated under the same key after a
 * crash. Refuses not_found, and conflict with `details.reason` for a link that is paid, ended or cancelled.
 */
export function openByLink(deps: LinkDeps, orderId: string, cancelUrl: string): Promise<PaymentPage> {
  const open = () => openInTurn(deps, orderId, cancelUrl)
  return deps.provider.inTurn?.(open) ?? open()
}

async function openInTurn(deps: LinkDeps, orderId: string, cancelUrl: string): Promise<PaymentPage> {
  const { db } = deps
  let wasClosed = false
  for (let round = 0; round < rounds; round += 1) {
    const link = await db.asService((tx) => claimPage(tx, deps, orderId))
    faultPoint('pay-link.claimed')
    if (link.state === 'open' && !link.isPageOpen) {
      // Its page expired, or was finished with a payment that is not decided yet.
      if (wasClosed) throw refusal('processing')
      wasClosed = true
      await closePage(deps, orderId)
      continue
    }
    const page = await openPage(deps, orderId, cancelUrl)
    if (page) return page
  }
  throw new AppError('busy', 'This order is being changed right now. Please try again in a moment.')
}

/** Claims the next payment page of a link, unless one is open or claimed. */
async function claimPage(tx: Tx, deps: LinkDeps, orderId: string): Promise<Link> {
  const { provider } = deps
  const link = await lockLink(tx, { id: orderId }, provider.name)
  const state = stateOfLink(link)
  if (state !== 'open') throw refusal(state)
  if (link.provider !== provider.name) throw refusal('ended')
  await refuseLateAddition(tx, orderId)
  if (link.state === 'open') return link
  if (link.isPageClaimed && link.state === 'creating') return link
  await holdForPayment(tx, deps, link)
  await tx
    .updateTable('private.payment_links')
    .set({
      page: link.page + 1,
      page_ends_at: sql<Date>`date_trunc('second', shop_now()) + ${pageMinutes} * interval '1 minute'`,
    })
    .where('order_id', '=', orderId)
    .execute()
  return link
}

type Renewal = { orderNumber: string; days: number }

/**
 * Gives a link so many days from now and e-mails it again; it opens as before. An order that had expired holds its
 * pieces and its code again, as at a new checkout. Refuses not_found, conflict for a paid or cancelled order and for a
 * changed price, and what a checkout refuses.
 */
export async function renewLink(tx: Tx, deps: LinkDeps, { orderNumber, days }: Renewal): Promise<Date> {
  const { provider, queue } = deps
  const link = await lockLink(tx, { number: orderNumber }, provider.name)
  const state = stateOfLink(link)
  if (state === 'paid' || state === 'cancelled') throw refusal(state)
  if (link.provider !== provider.name) throw new AppError('conflict', 'The shop no longer uses this payment provider.')
  const { ends_at } = await tx
    .updateTable('private.payment_links')
    .set({ ends_at: sql<Date>`shop_now() + ${days} * interval '1 day'`, ended_from: null, sends: link.sends + 1 })
    .where('order_id', '=', link.orderId)
    .returning('ends_at')
    .executeTakeFirstOrThrow()
  await holdForLink(tx, deps, link)
  await queueLinkEmail(tx, queue, { orderId: link.orderId, sends: link.sends + 1 })
  return ends_at
}

/** An order whose link is given more time keeps what it holds for as long. */
async function holdForLink(tx: Tx, deps: LinkDeps, link: Link): Promise<void> {
  if (link.state === 'open') return
  // A page that is requested under its claimed number has its day already.
  if (link.state !== 'creating' || !link.isPageClaimed) await holdForPayment(tx, deps, link)
  await holdUntilEnd(tx, link.orderId)
}

/** An order without a page that is to be paid now: it holds what it had, and leaves as an order of today. */
async function holdForPayment(tx: Tx, deps: LinkDeps, { orderId, state }: Link): Promise<void> {
  if (state === 'creating') await moveToPaidNow(tx, { orderId, settingSources: deps.settingSources })
  else await holdAgain(tx, { orderId, deps })
}

/**
 * Ends a link and closes its payment page, so that nothing more can be paid by it; what it held is free, and its
 * e-mail is not sent any more. One that was paid meanwhile stays paid.
 */
export async function endLink(deps: LinkDeps, orderNumber: string, asCaller: AsCaller): Promise<LinkState> {
  const ended = await asCaller(async (tx) => {
    const link = await lockLink(tx, { number: orderNumber }, deps.provider.name)
    if (stateOfLink(link) === 'open') await writeEnd(tx, link)
    return link
  })
  faultPoint('pay-link.ended')
  if (ended.state === 'open') await closePage(deps, ended.orderId)
  return deps.db.asService(async (tx) => {
    const link = await lockLink(tx, { number: orderNumber }, deps.provider.name)
    return link.state === 'open' ? 'processing' : stateOfLink(link)
  })
}

type AsCaller = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Takes back that a link was ended: it has its time again, and its e-mail leaves if it had not. A link that is open stays
 * as it is. Refuses not_found, and conflict for an order that is paid or cancelled, a link whose own time is over, a changed
 * price, and what a checkout refuses.
 */
export async function undoEndLink(tx: Tx, deps: LinkDeps, orderNumber: string): Promise<void> {
  const link = await lockLink(tx, { number: orderNumber }, deps.provider.name)
  const { orderId, sends, endedFrom } = link
  const state = stateOfLink(link)
  if (state === 'open') return
  if (state !== 'ended') throw refusal(state)
  const restored = await tx
    .updateTable('private.payment_links')
    .set({ ends_at: endedFrom ?? sql<Date>`ends_at`, ended_from: null })
    .where('order_id', '=', orderId)
    .where('ended_from', '>', sql<Date>`shop_now()`)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) {
    throw new AppError('conflict', 'The time of this link is over. Renew it instead.')
  }
  await holdForLink(tx, deps, link)
  await tx
    .updateTable('private.outbox')
    .set({ state: 'waiting', next_attempt_at: sql<Date>`greatest(next_attempt_at, now() + interval '1 minute')` })
    .where('kind', '=', 'order_payment_link')
    .where('cause', '=', causeOf(orderId, sends))
    .where('state', '=', 'dropped')
    .execute()
}

async function writeEnd(tx: Tx, { orderId, state }: Link): Promise<void> {
  await tx
    .updateTable('private.payment_links')
    .set({ ends_at: sql<Date>`shop_now()`, ended_from: sql<Date>`ends_at` })
    .where('order_id', '=', orderId)
    .execute()
  if (state === 'creating') await expire(tx, orderId)
  await dropWaitingEmails(tx, orderId, 'order_payment_link')
}

async function expire(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('pre_orders').set({ provider_state: 'expired' }).where('id', '=', orderId).execute()
  await releaseDiscount(tx, orderId)
}

/** Orders whose link is over and that have no page: they release what they hold. */
export async function expireEndedLinks({ db }: Pick<LinkDeps, 'db'>): Promise<void> {
  await db.asService(async (tx) => {
    const orders = await tx
      .selectFrom('private.payment_links as link')
      .innerJoin('pre_orders as placed', 'placed.id', 'link.order_id')
      .select('placed.id')
      .where('ends_at', '<=', sql<Date>`shop_now()`)
      .where('provider_state', '=', 'creating')
      .limit(100)
      .forUpdate('placed')
      .skipLocked()
      .execute()
    for (const { id } of orders) await expire(tx, id)
  })
}

/**
 * The money of a link's order came in cash or by bank transfer: closes its page first, so that it is not paid twice. The
 * confirmation leaves a minute later, for an undo.
 * Refuses not_found, and conflict for an order that is paid, cancelled or being paid.
 */
export async function takeLinkByHand(
  deps: LinkDeps,
  { orderNumber, payment }: { orderNumber: string; payment: HandPayment },
  asCaller: AsCaller,
): Promise<void> {
  const open = await deps.db.asService((tx) => lockLink(tx, { number: orderNumber }, deps.provider.name))
  if (open.state === 'open') await closePage(deps, open.orderId)
  await asCaller(async (tx) => {
    const link = await lockLink(tx, { number: orderNumber }, deps.provider.name)
    const state = stateOfLink(link)
    if (state === 'paid' || state === 'cancelled') throw refusal(state)
    if (link.state === 'open') throw refusal('processing')
    await holdForPayment(tx, deps, link)
    await takeByHand(tx, { orderId: link.orderId, payment })
    await confirmLater(tx, link.orderId)
  })
}

/**
 * Takes back that the money of a link's order came by hand, until its confirmation leaves: it waits for its payment
 * again, and its link is as before. Refuses not_found, and conflict.
 */
export async function undoTakenByHand(tx: Tx, deps: LinkDeps, orderNumber: string): Promise<void> {
  const link = await lockLink(tx, { number: orderNumber }, deps.provider.name)
  await giveBackByHand(tx, { orderId: link.orderId, provider: deps.provider.name })
  if (link.isOver) await expire(tx, link.orderId)
  else await holdUntilEnd(tx, link.orderId)
}
