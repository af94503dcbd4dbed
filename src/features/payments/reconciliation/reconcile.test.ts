import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DisputeRecord } from '#platform/payments/provider.ts'
import { type ReconciliationShop, startReconciliationShop } from '#tests/fixtures/reconciliation-shop.ts'
import { stepsOf } from '#tests/fixtures/reconciliation-steps.ts'
import { exportMovements } from './money-days.ts'
import { readMoney } from './read-money-overview.ts'

let money: ReconciliationShop
let steps: ReturnType<typeof stepsOf>
beforeAll(async () => {
  money = await startReconciliationShop()
  steps = stepsOf(money)
})
afterAll(() => money[Symbol.asyncDispose]())
beforeEach(() => steps.forget())

test('a settled payment matches, and one whose webhook was lost is settled', async () => {
  await money.sell()
  const lost = await money.sell({ lost: true })
  await money.compare()
  expect(await steps.kinds()).toEqual([])
  expect(await money.shop.order(lost.sessionId)).toMatchObject({ payment_status: 'paid', provider_state: 'paid' })
  expect(await steps.lastRun()).toMatchObject({
    failure: null,
    counts: { matched: 2, matched_pence: 18_700, payments: 2, orders: 2, put_right: 1, findings: 0 },
  })
  const emails = await money.rows(`select from private.outbox where kind = 'order_confirmation'`)
  expect(emails).toHaveLength(2)
  await steps.expectCalm()
})

test('what the file and the days have through the provider is what the check matched, with refunds on their own day', async () => {
  await money.rows('delete from private.reconciliation_runs')
  const { sessionId } = await money.sell()
  await money.sell()
  await money.shop.paymentDeps.provider.refund({ sessionId, amountPence: 1_250, idempotencyKey: 'another day' })
  await money.compare()
  await money.rows(
    `update private.refunds set settled_at = shop_now() - interval '1 day', requested_at = shop_now() - interval '1 day'
      where session_id = $1`,
    [sessionId],
  )
  const { last_run, days } = await money.shop.db.asService((tx) => readMoney(tx, money.shop.paymentDeps.provider))
  const [today, yesterday] = days
  const paid = days.reduce((pence, day) => pence + day.paid_pence - day.cash_pence - day.bank_pence, 0)
  expect(last_run?.matched_pence).toBe(paid)
  expect(yesterday?.given_back_pence).toBe(1_250)
  const span = { from: today?.day ?? '', to: today?.day ?? '' }
  const file = await money.shop.db.asService((tx) => exportMovements(tx, span))
  const lines = file.trim().split('\r\n').slice(1)
  expect(lines.every((line) => line.includes(',payment,'))).toBe(true)
  const exported = lines.reduce((pence, line) => pence + Math.round(Number(line.split(',').at(-2)) * 100), 0)
  expect(exported).toBe(today?.paid_pence)
  expect(today?.paid_pence).toBe(paid)
})

test('a payment that arrives after its session was closed is settled', async () => {
  const { orderId, sessionId } = await money.sell({ lost: true })
  await steps.setOrder(orderId, `provider_state = 'expired'`)
  await money.compare()
  expect(await money.shop.order(sessionId)).toMatchObject({ provider_state: 'paid' })
  await steps.expectCalm()
})

test('a refund made elsewhere is stored', async () => {
  const { sessionId } = await money.sell()
  await money.shop.paymentDeps.provider.refund({ sessionId, amountPence: 1_000, idempotencyKey: 'in the dashboard' })
  await money.rows('update private.payment_events set handled_at = now()')
  await money.compare()
  expect(await steps.kinds()).toEqual([])
  expect(await money.shop.order(sessionId)).toMatchObject({
    provider_state: 'partly_refunded',
    refunded_amount: '10.00',
  })
  expect(await steps.lastRun()).toMatchObject({ counts: { put_right: 1, matched: 1 } })
  await steps.expectCalm()
})

test('an owed refund is found however old it is', async () => {
  const { orderId, sessionId } = await money.sell()
  await steps.setOrder(orderId, `order_status = 'cancelled', created_at = created_at - interval '1 year'`)
  await money.rows(
    `update private.test_payment_sessions set created_at = created_at - interval '1 year' where id = $1`,
    [sessionId],
  )
  await money.compare()
  await steps.only('refund_owed')
  await steps.expectCalm()
  await steps.setOrder(orderId, `order_status = 'pending'`)
  await money.compare()
  expect(await steps.kinds()).toEqual([])
})

test('an open dispute is found with its deadline, follows the provider, and is resolved when the bank decides', async () => {
  const { orderId, sessionId } = await money.sell()
  const dispute = steps.disputeOf({ respondBy: new Date(Date.now() + 7 * 86_400_000) })
  const tell = (change: Partial<DisputeRecord>) => money.told.set(sessionId, { disputes: [{ ...dispute, ...change }] })
  tell({})
  await money.compare()
  expect(await steps.only('open_dispute')).toMatchObject({
    order_id: orderId,
    theirs: '93.50',
    facts: { status: 'needs_response', reason: 'fraudulent' },
  })
  await steps.expectCalm()
  tell({ status: 'under_review' })
  await money.compare()
  expect(await steps.only('open_dispute')).toMatchObject({ facts: { status: 'under_review', reason: 'fraudulent' } })
  tell({ status: 'won' })
  await money.compare()
  expect(await steps.kinds()).toEqual([])
  await steps.expectCalm()
})

test.each(['lost', 'won', 'closed'] as const)('a dispute that is %s is listed with its outcome', async (status) => {
  const { sessionId } = await money.sell()
  const dispute = steps.disputeOf({})
  money.told.set(sessionId, { disputes: [dispute] })
  await money.compare()
  await steps.only('open_dispute')
  money.told.set(sessionId, { disputes: [{ ...dispute, status }] })
  await money.compare()
  const { db, paymentDeps } = money.shop
  const { resolved } = await db.asService((tx) => readMoney(tx, paymentDeps.provider))
  expect(resolved).toMatchObject([{ kind: 'open_dispute', how: 'agreed', ended: status, theirs_pence: 9350 }])
  await steps.expectCalm()
})

test('a fraud warning is a discrepancy until the parcel ships', async () => {
  const { orderId } = await money.sell()
  await money.rows(
    `insert into private.fraud_warnings (id, order_id, payment_id, kind) values ('issfr_1', $1, 'pay_1', 'card_never_received')`,
    [orderId],
  )
  await money.compare()
  const discrepancy = await steps.only('fraud_warning')
  await steps.expectCalm()
  await money.repair(discrepancy, 'accept')
  await steps.expectDone(discrepancy, 'accept')
  await money.rows(
    `insert into private.fraud_warnings (id, order_id, payment_id, kind) values ('issfr_2', $1, 'pay_1', 'stolen')`,
    [orderId],
  )
  await money.compare()
  await steps.only('fraud_warning')
  await steps.setOrder(orderId, `order_status = 'shipped'`)
  await money.compare()
  expect(await steps.kinds()).toEqual([])
})

test('a provider that does not respond ends the reconciliation, and the discrepancies stay', async () => {
  const { orderId } = await money.sell()
  await steps.payAgain(orderId)
  await money.compare()
  const before = await money.open()
  money.provider.isDown = true
  await money.compare()
  money.provider.isDown = false
  expect(await steps.lastRun()).toMatchObject({ failure: 'The payment provider did not respond.' })
  expect(await money.open()).toEqual(before)
  const discrepancy = await steps.only('paid_twice')
  money.provider.isDown = true
  const message =
    'The payment provider did not respond. Please try again in a minute; no amount is charged or refunded twice.'
  await expect(money.repair(discrepancy, 'give_back')).rejects.toMatchObject({ code: 'payment_provider_down', message })
  money.provider.isDown = false
  expect(await money.repair(discrepancy, 'give_back')).toBe(true)
})

test('one reconciliation runs at a time, and one whose process died is taken over a minute later', async () => {
  await money.sell()
  const count = async () => (await money.rows('select from private.reconciliation_runs')).length
  const before = await count()
  await money.rows(`insert into private.reconciliation_runs (since, until) values (now(), now())`)
  await money.compare()
  expect(await count()).toBe(before + 1)
  await money.rows(
    `update private.reconciliation_runs set heartbeat_at = now() - interval '2 minutes' where finished_at is null`,
  )
  await money.compare()
  expect(await count()).toBe(before + 2)
  expect(await money.rows('select from private.reconciliation_runs where finished_at is null')).toEqual([])
})

test('payments that reached the account another way are counted and assigned to no order', async () => {
  await money.sell()
  money.elsewhere.push({
    id: 'pay_elsewhere',
    orderId: null,
    amountPence: 2_500,
    refundedPence: 0,
    currency: 'gbp',
    createdAt: new Date(Date.now() - 3_600_000),
  })
  await money.compare()
  expect(await steps.kinds()).toEqual([])
  expect(await steps.lastRun()).toMatchObject({ counts: { matched: 1, elsewhere: 1, elsewhere_pence: 2_500 } })
})

test('orders of another provider are left out', async () => {
  const { orderId } = await money.sell()
  await steps.setOrder(orderId, `payment_provider = 'stripe', order_status = 'cancelled'`)
  await money.rows('delete from private.test_payment_events')
  await money.rows('delete from private.test_payment_sessions')
  await money.compare()
  expect(await steps.kinds()).toEqual([])
  expect(await steps.lastRun()).toMatchObject({ counts: { orders: 0, payments: 0 } })
})
