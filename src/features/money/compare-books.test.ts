import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findToldOrder } from '#features/orders/letters/told-order.ts'
import type { DisputeRecord, SessionRecord } from '#infrastructure/payments/provider.ts'
import { type MoneyShop, startMoneyShop } from '#tests/fixtures/money-shop.ts'

let money: MoneyShop
beforeAll(async () => {
  money = await startMoneyShop()
})
afterAll(() => money[Symbol.asyncDispose]())
// What an earlier test made wrong is of no interest to the next.
beforeEach(async () => {
  money.told.clear()
  money.forgotten.clear()
  money.elsewhere.length = 0
  await money.rows('delete from private.money_findings')
  await money.rows('delete from private.refunds')
  await money.rows('delete from private.fraud_warnings')
  await money.rows('delete from private.disputes')
  await money.rows('delete from private.test_payment_events')
  await money.rows('delete from private.test_payment_sessions')
  await money.rows('delete from private.outbox')
  await money.rows('delete from public.pre_orders')
})

const kinds = async () => (await money.open()).map(({ kind }) => kind)

async function only(kind: string) {
  const open = await money.open()
  expect(open.map((finding) => finding.kind)).toEqual([kind])
  const [finding] = open
  if (!finding) throw new Error('Nothing was found')
  return finding
}

async function lastRun() {
  const [run] = await money.rows<{ failure: string | null; counts: Record<string, number> }>(
    'select * from private.money_runs order by started_at desc limit 1',
  )
  return run
}

/** A second comparison of the same books writes nothing but itself. */
async function expectCalm() {
  const before = await money.books()
  await money.compare()
  expect(await money.books()).toEqual(before)
  expect(await lastRun()).toMatchObject({ failure: null })
}

/** After the repair nothing waits, now and after the next comparison; doing it again is told so. */
async function expectDone(finding: Awaited<ReturnType<typeof only>>, action: Parameters<MoneyShop['repair']>[1]) {
  expect(await kinds()).toEqual([])
  await expect(money.repair(finding, action)).rejects.toMatchObject({ code: 'conflict' })
  await expectCalm()
  expect(await kinds()).toEqual([])
}

const setOrder = (id: string, change: string) =>
  money.rows(`update public.pre_orders set ${change} where id = $1`, [id])

/** Another paid page for the same order, as after an answer of 500 that had made one. */
async function payAgain(orderId: string): Promise<string> {
  const id = `cs_test_${randomUUID().replaceAll('-', '')}`
  await money.rows(
    `insert into private.test_payment_sessions (id, idempotency_key, request, order_id, amount_subtotal, amount_discount,
       amount_total, delivery_service, status, payment_status, customer, expires_at, completed_at)
     select $1, $1, request, order_id, amount_subtotal, amount_discount, amount_total, delivery_service, status,
       payment_status, customer, expires_at, completed_at from private.test_payment_sessions where order_id = $2 limit 1`,
    [id, orderId],
  )
  return id
}

test('what was paid and written down matches, and a payment whose message was lost is put right', async () => {
  await money.sell()
  const lost = await money.sell({ lost: true })
  await money.compare()
  expect(await kinds()).toEqual([])
  expect(await money.shop.order(lost.sessionId)).toMatchObject({ payment_status: 'paid', payment_state: 'paid' })
  expect(await lastRun()).toMatchObject({
    failure: null,
    counts: { matched: 2, matched_pence: 18_700, payments: 2, orders: 2, put_right: 1, findings: 0 },
  })
  const letters = await money.rows(`select from private.outbox where kind = 'order_confirmation'`)
  expect(letters).toHaveLength(2)
  await expectCalm()
})

test('a payment that was given up here and came all the same is put right', async () => {
  const { orderId, sessionId } = await money.sell({ lost: true })
  await setOrder(orderId, `payment_state = 'expired'`)
  await money.compare()
  expect(await money.shop.order(sessionId)).toMatchObject({ payment_state: 'paid' })
  await expectCalm()
})

test('an order that is gone is built anew from its payment, once, and her letter leaves', async () => {
  const { orderId, sessionId } = await money.sell()
  await money.rows('delete from private.outbox')
  await money.rows('delete from public.pre_orders where id = $1', [orderId])
  await money.compare()
  const finding = await only('paid_without_order')
  expect(finding).toMatchObject({ order_id: null, session_id: sessionId, theirs: '93.50' })
  await expectCalm()

  const answers = await Promise.allSettled([1, 2, 3].map(() => money.repair(finding, 'rebuild')))
  expect(answers[0]).toEqual({ status: 'fulfilled', value: true })
  const order = await money.shop.order(sessionId)
  expect(order).toMatchObject({
    id: orderId,
    payment_state: 'paid',
    customer_email: 'ruth@example.com',
    shipping_postcode: 'LS1 4AP',
    product_name: 'Mary Dress',
    product_size: '10-12',
    product_price: '89.00',
    shipping_amount: '4.50',
    final_amount: '93.50',
    needs_review: 'Rebuilt from the payment: check the sizes',
  })
  expect(
    await money.rows('select name, size, quantity from public.order_lines where order_id = $1', [orderId]),
  ).toEqual([{ name: 'Mary Dress', size: '10-12', quantity: 1 }])
  expect(await money.rows('select kind, recipient from private.outbox')).toEqual([
    { kind: 'order_confirmation', recipient: 'ruth@example.com' },
  ])
  await expectDone(finding, 'rebuild')
})

test('an order that is built anew keeps its lines, its discount and its sums, and its letter adds up', async () => {
  const { code } = await money.shop.db.discountCode({ percent: 25 })
  const [dress, skirt] = [await item({ price: 80 }), await item({ name: 'Ruth Skirt', price: 55 })]
  const items = [dress, { ...skirt, size: '12-14', quantity: 2 }]
  const { body } = await money.shop.press({ items, cartId: randomUUID(), discountCode: code })
  const sessionId = body.sessionId ?? ''
  await money.shop.pay(sessionId)
  const { id } = await money.shop.order(sessionId)
  const linesOf = () =>
    money.rows(
      'select name, size, quantity, unit_price, discount_amount, product_id from public.order_lines order by position',
    )
  const before = await linesOf()
  await money.rows('delete from public.pre_orders where id = $1', [id])
  await money.compare()
  const finding = await only('paid_without_order')
  await money.repair(finding, 'rebuild')
  expect(await linesOf()).toEqual(before)
  const told = await money.shop.db.asService((tx) => findToldOrder(tx, id, 'http://shop.test'))
  expect(told).toMatchObject({ goodsPence: 19_000, discount: { percent: 25, pence: 4_750 }, isPaid: true })
  expect((told?.goodsPence ?? 0) - 4_750 + (told?.delivery.pence ?? 0)).toBe(told?.totalPence)
  await expectDone(finding, 'rebuild')
})

test('an order that the machine says is paid and the provider does not know is found, and may be accepted', async () => {
  const { sessionId } = await money.sell()
  money.forgotten.add(sessionId)
  await money.compare()
  const finding = await only('order_without_payment')
  expect(finding).toMatchObject({ ours: '93.50', theirs: null })
  await expectCalm()
  expect(await money.repair(finding, 'accept', 'She paid by bank transfer')).toBe(true)
  await expectDone(finding, 'accept')
  // Known again, and lost again, is news.
  money.forgotten.clear()
  await money.compare()
  expect(await kinds()).toEqual([])
})

test('an order that a person set to paid is found with who and when, and again when it is done once more', async () => {
  const { body } = await money.shop.press({ items: [await item()], cartId: randomUUID() })
  const { id } = await money.shop.order(body.sessionId ?? '')
  const claims = { role: 'service_role' as const, sub: money.administrator }
  const say = (status: string) =>
    money.shop.db.as(claims, (tx) =>
      tx.updateTable('pre_orders').set({ payment_status: status }).where('id', '=', id).execute(),
    )
  await say('paid')
  await money.compare()
  const finding = await only('paid_by_hand')
  expect(finding.detail).toMatch(new RegExp(`^${money.administrator} \\d{4}-`))
  await expectCalm()
  await money.repair(finding, 'accept', 'Cash at the market')
  await expectDone(finding, 'accept')

  await say('pending')
  await say('paid')
  await money.compare()
  await only('paid_by_hand')
  await say('pending')
  await money.compare()
  expect(await kinds()).toEqual([])
})

test('a payment of another amount is found, and the order can take it over', async () => {
  const { orderId, sessionId } = await money.sell({ lost: true })
  await setOrder(orderId, `product_price = 99`)
  await money.compare()
  const finding = await only('different_amount')
  expect(finding).toMatchObject({ ours: '103.50', theirs: '93.50' })
  await expectCalm()
  expect(await money.repair(finding, 'take_amount')).toBe(true)
  expect(await money.shop.order(sessionId)).toMatchObject({
    payment_state: 'paid',
    product_price: '89.00',
    final_amount: '93.50',
    needs_review: null,
  })
  const [change] = await money.rows<{ actor: string }>(
    `select actor from private.audit_log where row_id = $1 and after ? 'product_price' and action = 'update' order by id desc`,
    [orderId],
  )
  expect(change?.actor).toBe(money.administrator)
  await expectDone(finding, 'take_amount')
})

test('a payment of another amount can be given back whole', async () => {
  const { orderId, sessionId } = await money.sell({ lost: true })
  await setOrder(orderId, `product_price = 99`)
  await money.compare()
  const finding = await only('different_amount')
  await Promise.allSettled([money.repair(finding, 'give_back'), money.repair(finding, 'give_back')])
  expect(await money.rows('select session_id, amount, state from private.refunds')).toEqual([
    { session_id: sessionId, amount: '93.50', state: 'requested' },
  ])
  await expectDone(finding, 'give_back')
})

test('an amount that was changed in a paid order is found, in another currency too', async () => {
  const { orderId, sessionId } = await money.sell()
  await setOrder(orderId, `final_amount = 90`)
  await money.compare()
  const finding = await only('different_amount')
  expect(finding).toMatchObject({ ours: '90.00', theirs: '93.50' })
  expect(await money.repair(finding, 'take_amount')).toBe(true)
  expect(await money.shop.order(sessionId)).toMatchObject({ final_amount: '93.50' })
  await expectDone(finding, 'take_amount')

  money.told.set(sessionId, { currency: 'usd' })
  await money.compare()
  const foreign = await only('different_amount')
  expect(foreign.detail).toBe('Paid in usd')
  await expect(money.repair(foreign, 'take_amount')).rejects.toMatchObject({ code: 'bad_request' })
})

test('an order that was paid twice is found, and the second payment is given back once', async () => {
  const { orderId } = await money.sell()
  const second = await payAgain(orderId)
  await money.compare()
  const finding = await only('paid_twice')
  expect(finding).toMatchObject({ session_id: second, order_id: orderId, theirs: '93.50' })
  await expectCalm()
  const answers = await Promise.allSettled([1, 2, 3].map(() => money.repair(finding, 'give_back')))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await money.rows('select session_id, amount, reason, requested_by from private.refunds')).toEqual([
    { session_id: second, amount: '93.50', reason: 'duplicate', requested_by: money.administrator },
  ])
  await expectDone(finding, 'give_back')
})

test('a refund made elsewhere is noted on the way', async () => {
  const { sessionId } = await money.sell()
  await money.shop.paying.provider.refund({ sessionId, amountPence: 1_000, idempotencyKey: 'in the dashboard' })
  await money.rows('update private.payment_events set handled_at = now()')
  await money.compare()
  expect(await kinds()).toEqual([])
  expect(await money.shop.order(sessionId)).toMatchObject({
    payment_state: 'partly_refunded',
    refunded_amount: '10.00',
  })
  expect(await lastRun()).toMatchObject({ counts: { put_right: 1, matched: 1 } })
  await expectCalm()
})

test('a cancelled order whose money was not given back is owed, once, and until it is on its way', async () => {
  const { orderId } = await money.sell()
  await setOrder(orderId, `order_status = 'cancelled'`)
  await money.compare()
  const finding = await only('refund_owed')
  expect(finding).toMatchObject({ ours: '93.50' })
  await expectCalm()
  await Promise.allSettled([money.repair(finding, 'give_back'), money.repair(finding, 'give_back')])
  expect(await money.rows('select amount, reason from private.refunds')).toEqual([
    { amount: '93.50', reason: 'cancelled' },
  ])
  await expectDone(finding, 'give_back')
})

test('what is owed is found however old it is', async () => {
  const { orderId, sessionId } = await money.sell()
  await setOrder(orderId, `order_status = 'cancelled', created_at = created_at - interval '1 year'`)
  await money.rows(
    `update private.test_payment_sessions set created_at = created_at - interval '1 year' where id = $1`,
    [sessionId],
  )
  await money.compare()
  await only('refund_owed')
  await expectCalm()
  await setOrder(orderId, `order_status = 'pending'`)
  await money.compare()
  expect(await kinds()).toEqual([])
})

test('a refund that failed is found, and what follows it is no second thing to do', async () => {
  const { orderId, sessionId } = await money.sell()
  await setOrder(orderId, `order_status = 'cancelled'`)
  await money.rows(
    `insert into private.refunds (order_id, session_id, amount, state, failure, next_attempt_at)
     values ($1, $2, 93.50, 'failed', 'The account is closed', null)`,
    [orderId, sessionId],
  )
  await money.compare()
  const finding = await only('refund_failed')
  expect(finding).toMatchObject({ ours: '93.50', detail: 'The account is closed' })
  await expectCalm()
  await money.repair(finding, 'give_back')
  await expectDone(finding, 'give_back')
  await money.rows(`update private.refunds set state = 'failed' where failure is null`)
  await money.compare()
  const again = await only('refund_failed')
  expect(again.id).not.toBe(finding.id)
  await money.repair(again, 'accept', 'By bank transfer')
  await expectDone(again, 'accept')
})

test('an open dispute is found with its day, follows the bank, and is over when the bank has decided', async () => {
  const { orderId, sessionId } = await money.sell()
  const dispute = disputeOf({ respondBy: new Date(Date.now() + 7 * 86_400_000) })
  const tell = (change: Partial<DisputeRecord>) => money.told.set(sessionId, { disputes: [{ ...dispute, ...change }] })
  tell({})
  await money.compare()
  expect(await only('open_dispute')).toMatchObject({
    order_id: orderId,
    theirs: '93.50',
    detail: 'needs_response fraudulent',
  })
  await expectCalm()
  tell({ status: 'under_review' })
  await money.compare()
  expect(await only('open_dispute')).toMatchObject({ detail: 'under_review fraudulent' })
  tell({ status: 'won' })
  await money.compare()
  expect(await kinds()).toEqual([])
  await expectCalm()
})

test('a warning of fraud is shown as long as the parcel is here', async () => {
  const { orderId } = await money.sell()
  await money.rows(
    `insert into private.fraud_warnings (id, order_id, payment_id, kind) values ('issfr_1', $1, 'pay_1', 'card_never_received')`,
    [orderId],
  )
  await money.compare()
  const finding = await only('fraud_warning')
  await expectCalm()
  await money.repair(finding, 'accept')
  await expectDone(finding, 'accept')
  await money.rows(
    `insert into private.fraud_warnings (id, order_id, payment_id, kind) values ('issfr_2', $1, 'pay_1', 'stolen')`,
    [orderId],
  )
  await money.compare()
  await only('fraud_warning')
  await setOrder(orderId, `order_status = 'shipped'`)
  await money.compare()
  expect(await kinds()).toEqual([])
})

test('a provider that is down ends the comparison, and the findings stay', async () => {
  const { orderId } = await money.sell()
  await payAgain(orderId)
  await money.compare()
  const before = await money.open()
  money.provider.isDown = true
  await money.compare()
  money.provider.isDown = false
  expect(await lastRun()).toMatchObject({ failure: 'The payment company did not answer.' })
  expect(await money.open()).toEqual(before)
  const finding = await only('paid_twice')
  money.provider.isDown = true
  const message = 'The payment company did not answer. Try again in a minute; nothing is done twice.'
  await expect(money.repair(finding, 'give_back')).rejects.toMatchObject({ code: 'payment_provider_down', message })
  money.provider.isDown = false
  expect(await money.repair(finding, 'give_back')).toBe(true)
})

test('one comparison at a time, and one that died is taken over a minute later', async () => {
  await money.sell()
  const count = async () => (await money.rows('select from private.money_runs')).length
  const before = await count()
  await money.rows(`insert into private.money_runs (since, until) values (now(), now())`)
  await money.compare()
  expect(await count()).toBe(before + 1)
  await money.rows(`update private.money_runs set alive_at = now() - interval '2 minutes' where finished_at is null`)
  await money.compare()
  expect(await count()).toBe(before + 2)
  expect(await money.rows('select from private.money_runs where finished_at is null')).toEqual([])
})

test('money that came to the account another way is counted and not blamed on an order', async () => {
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
  expect(await kinds()).toEqual([])
  expect(await lastRun()).toMatchObject({ counts: { matched: 1, elsewhere: 1, elsewhere_pence: 2_500 } })
})

test('orders of another provider are left out', async () => {
  const { orderId } = await money.sell()
  await setOrder(orderId, `payment_provider = 'stripe', order_status = 'cancelled'`)
  await money.rows('delete from private.test_payment_events')
  await money.rows('delete from private.test_payment_sessions')
  await money.compare()
  expect(await kinds()).toEqual([])
  expect(await lastRun()).toMatchObject({ counts: { orders: 0, payments: 0 } })
})

async function item(columns: { name?: string; price?: number } = {}) {
  const product = await money.shop.db.product(columns)
  return {
    id: product.id,
    name: product.name,
    price: Number(product.price),
    quantity: 1,
    size: '10-12',
    imageUrl: null,
  }
}

function disputeOf(changes: Partial<DisputeRecord>): SessionRecord['disputes'][number] {
  return {
    id: 'dp_1',
    paymentId: 'pay_1',
    amountPence: 9_350,
    currency: 'gbp',
    reason: 'fraudulent',
    status: 'needs_response',
    respondBy: null,
    createdAt: new Date(Date.now() - 60_000),
    ...changes,
  }
}
