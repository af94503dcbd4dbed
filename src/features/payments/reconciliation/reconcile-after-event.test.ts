import { expect, test } from 'vitest'
import { type StripeShop, stripeShop } from '#tests/fixtures/stripe-shop.ts'
import { confirmPaymentJob, paymentJobs } from '../payments.jobs.ts'
import { withReconciliation } from './reconcile-after-event.ts'
import { reconcileOnRequest } from './reconciliation.jobs.ts'
import { startRun } from './reconciliation-runs.ts'

/** Handles all events, with the shop's own handlers. */
async function settleNews(shop: StripeShop): Promise<void> {
  const handlers = withReconciliation(shop.paymentDeps, paymentJobs(shop.paymentDeps))
  const events = await shop.db.asService((tx) =>
    tx.selectFrom('private.payment_events').select('id').where('handled_at', 'is', null).execute(),
  )
  for (const { id } of events) await handlers[confirmPaymentJob]?.(id)
}

const runs = ({ db }: StripeShop) =>
  db.asService((tx) =>
    tx.selectFrom('private.reconciliation_runs').select(['id', 'finished_at']).orderBy('started_at').execute(),
  )

const discrepancies = ({ db }: StripeShop) =>
  db.asService((tx) => tx.selectFrom('private.payment_discrepancies').select('kind').orderBy('kind').execute())

async function paid(shop: StripeShop): Promise<string> {
  const page = await shop.openPage()
  await shop.stripe.pay(page)
  await settleNews(shop)
  return (await shop.paymentDeps.provider.getSession(page))?.paymentId ?? ''
}

async function compareAll(shop: StripeShop): Promise<void> {
  for (const { id, finished_at } of await runs(shop)) if (!finished_at) await reconcileOnRequest(shop.paymentDeps, id)
}

test('a payment that matches starts no reconciliation', async () => {
  await using shop = await stripeShop()
  const payment = await paid(shop)
  await shop.stripe.refund(payment, 1_000)
  await settleNews(shop)
  expect(await runs(shop)).toEqual([])
}, 30_000)

test.each<[string, string, (shop: StripeShop, payment: string) => Promise<unknown>]>([
  ['a dispute', 'open_dispute', ({ stripe }, payment) => stripe.dispute(payment, { reason: 'fraudulent' })],
  ['a warning of fraud', 'fraud_warning', ({ stripe }, payment) => stripe.warnOfFraud(payment)],
  [
    'a refund that failed',
    'refund_failed',
    async ({ stripe }, payment) => {
      await stripe.refund(payment, 1_000)
      await stripe.failRefund(stripe.ledger.refunds()[0]?.id ?? '')
    },
  ],
])(
  '%s is found at once, by one comparison',
  async (_, kind, happen) => {
    await using shop = await stripeShop()
    const payment = await paid(shop)
    await happen(shop, payment)
    await settleNews(shop)
    expect(await runs(shop)).toHaveLength(1)
    await compareAll(shop)
    expect(await discrepancies(shop)).toEqual([{ kind }])
    // A refund has several events; the last may have been handled during the reconciliation.
    await compareAll(shop)
    const made = await runs(shop)
    expect(made.length).toBeLessThanOrEqual(2)
    expect(made.every(({ finished_at }) => finished_at !== null)).toBe(true)
  },
  30_000,
)

test('an event during a reconciliation starts another one after it', async () => {
  await using shop = await stripeShop()
  const payment = await paid(shop)
  const run = await shop.db.asService((tx) => startRun(tx, null))
  await shop.stripe.dispute(payment, { reason: 'fraudulent' })
  await settleNews(shop)
  expect(await runs(shop)).toHaveLength(1)
  await reconcileOnRequest(shop.paymentDeps, run?.id ?? '')
  expect(await runs(shop)).toMatchObject([{ finished_at: expect.any(Date) }, { finished_at: null }])
  await compareAll(shop)
  expect(await runs(shop)).toMatchObject([{ finished_at: expect.any(Date) }, { finished_at: expect.any(Date) }])
}, 30_000)
