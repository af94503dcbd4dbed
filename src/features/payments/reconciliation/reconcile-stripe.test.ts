import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type StripeShop, stripeShop } from '#tests/fixtures/stripe-shop.ts'
import { reconcileOnSchedule } from './reconciliation.jobs.ts'
import { repairDiscrepancy } from './repairs/repair-discrepancy.ts'

type Open = { id: string; kind: string; order_id: string; session_id: string; theirs: string; facts: unknown }

function open({ db }: StripeShop): Promise<Open[]> {
  return db.asService((tx) =>
    tx
      .selectFrom('private.payment_discrepancies')
      .selectAll()
      .where('resolved_at', 'is', null)
      .orderBy('kind')
      .$castTo<Open>()
      .execute(),
  )
}

/** The payment data without the reconciliations themselves. */
async function books({ db }: StripeShop): Promise<unknown> {
  return db.asService(async (tx) => ({
    orders: await tx.selectFrom('pre_orders').selectAll().orderBy('id').execute(),
    refunds: await tx.selectFrom('private.refunds').selectAll().orderBy('id').execute(),
    disputes: await tx.selectFrom('private.disputes').selectAll().orderBy('id').execute(),
    discrepancies: await tx.selectFrom('private.payment_discrepancies').selectAll().orderBy('id').execute(),
    changes: await tx.selectFrom('private.audit_log').selectAll().orderBy('id').execute(),
    letters: await tx.selectFrom('private.outbox').selectAll().orderBy('id').execute(),
  }))
}

test('a refund in Stripe’s dashboard of an order of last season, and its later failure, are found without a webhook', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const { stripe, db } = shop
  const id = await shop.openPage()
  await stripe.pay(id)
  await reconcileOnSchedule(shop.paymentDeps)
  const wait = async (days: number) => {
    stripe.clock.advance(days * 86_400_000)
    await db.asService((tx) =>
      tx
        .updateTable('private.clock')
        .set({ ahead: sql`ahead + ${days} * interval '1 day'` })
        .execute(),
    )
  }
  await wait(60)
  const paymentId = (await shop.paymentDeps.provider.getSession(id))?.paymentId ?? ''
  const refund = await stripe.refund(paymentId, 1_000)
  await reconcileOnSchedule(shop.paymentDeps)
  expect(await shop.order(id)).toMatchObject({ provider_state: 'partly_refunded', refunded_amount: '10.00' })
  expect(await open(shop)).toEqual([])

  const before = await books(shop)
  await reconcileOnSchedule(shop.paymentDeps)
  expect(await books(shop)).toEqual(before)

  // It fails when it is older than the span itself.
  await wait(40)
  await stripe.failRefund(refund.id)
  await reconcileOnSchedule(shop.paymentDeps)
  expect(await shop.order(id)).toMatchObject({ provider_state: 'paid', refunded_amount: '0.00' })
  expect(await open(shop)).toMatchObject([{ kind: 'refund_failed' }])
})

test('over Stripe’s own protocol: without any webhook, one reconciliation makes the data match', async () => {
  await using shop = await stripeShop({ deliverer: 'hold' })
  const { stripe, db } = shop
  const administrator = await db.user({ admin: true })
  const sessions: string[] = []
  for (let count = 0; count < 6; count += 1) {
    const id = await shop.openPage()
    await stripe.pay(id)
    sessions.push(id)
  }
  const [refunded = '', disputed = '', lost = ''] = sessions
  const payment = async (sessionId: string) => (await shop.paymentDeps.provider.getSession(sessionId))?.paymentId ?? ''
  await stripe.refund(await payment(refunded), 1_000)
  await stripe.dispute(await payment(disputed), { reason: 'fraudulent' })
  const { id: lostId } = await shop.order(lost)
  await db.asService((tx) => tx.deleteFrom('pre_orders').where('id', '=', lostId).execute())

  await reconcileOnSchedule(shop.paymentDeps)
  const found = await open(shop)
  expect(found).toMatchObject([
    { kind: 'open_dispute', facts: { status: 'needs_response', reason: 'fraudulent' } },
    { kind: 'paid_without_order', order_id: null, session_id: lost },
  ])
  expect(await shop.order(refunded)).toMatchObject({ provider_state: 'partly_refunded', refunded_amount: '10.00' })
  expect(await shop.order(disputed)).toMatchObject({ provider_state: 'disputed' })

  const gone = found.find(({ kind }) => kind === 'paid_without_order')
  const repair = { id: gone?.id ?? '', action: 'rebuild', note: null, userId: administrator.id, context: {} } as const
  expect(await repairDiscrepancy(shop.paymentDeps, repair)).toMatchObject({ resolved: true })
  expect(await shop.order(lost)).toMatchObject({
    id: lostId,
    provider_state: 'paid',
    product_name: 'Mary Dress',
    product_size: '10-12',
    review_notes: expect.arrayContaining([{ kind: 'rebuilt' }]),
  })

  const before = await books(shop)
  await reconcileOnSchedule(shop.paymentDeps)
  expect(await books(shop)).toEqual(before)
  expect((await open(shop)).map(({ kind }) => kind)).toEqual(['open_dispute'])
  expect(await shop.count('private.outbox')).toBeGreaterThanOrEqual(6)
  const emails = await db.asService((tx) =>
    tx.selectFrom('private.outbox').select('order_id').where('kind', '=', 'order_confirmation').execute(),
  )
  expect(new Set(emails.map(({ order_id }) => order_id)).size).toBe(6)
  expect(emails).toHaveLength(6)

  // While the provider does not respond, the stored discrepancies stay.
  stripe.faults.next({ kind: 'down', times: 1_000 })
  await reconcileOnSchedule(shop.paymentDeps)
  const run = await db.asService((tx) =>
    tx
      .selectFrom('private.reconciliation_runs')
      .selectAll()
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  expect(run.failure).toBe('The payment provider did not respond.')
  expect((await open(shop)).map(({ kind }) => kind)).toEqual(['open_dispute'])
}, 120_000)
