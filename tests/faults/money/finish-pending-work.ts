import { appendFileSync } from 'node:fs'
import { sql } from 'kysely'
import { finishCheckouts } from '#features/checkout/checkout.jobs.ts'
import { storeMissedEvents } from '#features/payments/catch-up.ts'
import { confirmPayment, settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { reconcileOnSchedule } from '#features/payments/reconciliation/reconciliation.jobs.ts'
import { sendRefund } from '#features/payments/refunds/send-refund.ts'
import { sendEmails } from '#platform/email/send-email.ts'
import type { TestDatabase } from '#tests/fixtures/database.ts'
import { checkMoney, type Promised } from '#tests/fixtures/money-checker.ts'
import { readStripeLedger } from '#tests/fixtures/stripe-ledger.ts'
import type { KillableShop } from './killable-shop.ts'

const minute = 60_000

/** Advances the clocks of the shop and of the fake Stripe. */
export async function advanceClocks({ db, stripe }: KillableShop, minutes: number): Promise<void> {
  stripe.clock.advance(minutes * minute)
  await db.asService((tx) => sql`update private.clock set ahead = ahead + ${minutes} * interval '1 minute'`.execute(tx))
}

/**
 * Runs all periodic work until nothing is left to do: interrupted checkouts, events, refunds, unreported pages. Then
 * lets all pages expire, which releases their reservations.
 */
export async function finishPendingWork(shop: KillableShop): Promise<void> {
  await advanceClocks(shop, 3)
  await tidy(shop)
  await advanceClocks(shop, 120)
  await tidy(shop)
}

async function tidy(shop: KillableShop): Promise<void> {
  const { db, paymentDeps } = shop
  for (let left = -1; left !== 0; ) {
    await finishCheckouts(paymentDeps)
    await settleOpenSessions(paymentDeps, 'expired')
    await settleOpenSessions(paymentDeps, 'open')
    await storeMissedEvents(paymentDeps)
    for (const id of await ids(db, sql`select id from private.payment_events where handled_at is null`)) {
      await confirmPayment(paymentDeps, id)
    }
    await db.asService((tx) =>
      sql`update private.refunds set next_attempt_at = now() where state = 'requested'`.execute(tx),
    )
    for (const id of await ids(db, sql`select id from private.refunds where state = 'requested'`)) {
      await sendRefund(paymentDeps)(id)
    }
    await sendEmailsNow(shop)
    const before = left
    left = await countUnfinished(db)
    if (left === before) throw new Error(`${left} things are left to do, and stay so: ${await leftTexts(db)}`)
  }
}

/** Sends queued e-mails, and those a dead program had claimed: their leases can be ignored. */
async function sendEmailsNow({ db, paymentDeps, postbox }: KillableShop): Promise<void> {
  const content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
  const emailTemplates = Object.fromEntries(kinds.map((kind) => [kind, async () => content]))
  const transport = {
    send: async ({ messageId }: { messageId: string }) => appendFileSync(postbox, `${messageId}\n`),
    close: () => undefined,
  }
  await db.asService((tx) =>
    sql`update private.outbox set next_attempt_at = now(), leased_until = now() - interval '1 second'
      where state in ('waiting', 'sending')`.execute(tx),
  )
  const send = sendEmails({ ...paymentDeps, transport, templates: emailTemplates })
  for (const id of await ids(db, sql`select id from private.outbox where state in ('waiting', 'sending')`))
    await send(id)
}

const kinds = [
  'order_confirmation',
  'order_refunded',
  'order_cancelled',
  'order_return_requested',
  'owner_return_requested',
]

/** The number of unfinished states: pages in creation, expired pages still open, events, refunds. */
async function countUnfinished(db: TestDatabase): Promise<number> {
  const rows = await leftRows(db)
  return rows.length
}

async function leftTexts(db: TestDatabase): Promise<string> {
  return (await leftRows(db)).slice(0, 10).join('; ')
}

async function leftRows(db: TestDatabase): Promise<string[]> {
  return ids(
    db,
    sql`select 'order ' || id || ' ' || provider_state as id from pre_orders
          where not exists (select from private.order_notes n where n.order_id = pre_orders.id and n.resolved_at is null) and (provider_state = 'creating'
            or provider_state = 'open' and payment_session_expires_at <= shop_now())
        union all select 'event ' || id || ' ' || type from private.payment_events where handled_at is null
        union all select 'refund ' || id from private.refunds where state = 'requested'
        union all select 'letter ' || id from private.outbox where state in ('waiting', 'sending')`,
  )
}

async function ids(db: TestDatabase, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.asService((tx) => query.execute(tx))
  return (rows as { id: string }[]).map(({ id }) => id)
}

/** The checker's report, with all pages expired. */
export async function findViolations({ db, stripe }: KillableShop, promised: Promised): Promise<string[]> {
  const books = await readStripeLedger(stripe)
  return db.asService((tx) => checkMoney({ tx, books, promised, isOver: true }))
}

/** Every error at the end: the checker's report, and the shop's own discrepancies. */
export async function findAllErrors(shop: KillableShop, promised: Promised): Promise<string[]> {
  const { db, paymentDeps } = shop
  const seen = await findViolations(shop, promised)
  await reconcileOnSchedule(paymentDeps)
  const found = await ids(
    db,
    sql`select kind || ' ' || facts || ' ' || key as id from private.payment_discrepancies where resolved_at is null`,
  )
  const failed = await ids(db, sql`select failure as id from private.reconciliation_runs where failure is not null`)
  return [
    ...seen,
    ...found.map((discrepancy) => `found: ${discrepancy}`),
    ...failed.map((why) => `not compared: ${why}`),
  ]
}

/** Confirmation e-mails that were not sent, or were sent more often than once plus once per death. */
export async function findWrongEmails({ db, acceptedEmails, deaths }: KillableShop): Promise<string[]> {
  const accepted = acceptedEmails()
  const written = (states: string) =>
    ids(
      db,
      sql`select message_id as id from private.outbox where kind = 'order_confirmation' and state = any(${states})`,
    )
  const sent = await written('{sent}')
  const unsent = await written('{waiting,sending,failed,dropped}')
  const times = (id: string) => accepted.filter((each) => each === id).length
  const doubled = sent.reduce((sum, id) => sum + Math.max(0, times(id) - 1), 0)
  return [
    ...unsent.map((id) => `I3 ${id} did not leave`),
    ...sent.filter((id) => times(id) === 0).map((id) => `I3 ${id} is marked as sent and never left`),
    ...(doubled > deaths() ? [`I3 ${doubled} letters left twice in ${deaths()} deaths`] : []),
  ]
}
