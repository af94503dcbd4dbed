import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readOrderEmailData } from '#features/orders/emails/order-email-data.ts'
import { type ReconciliationShop, startReconciliationShop } from '#tests/fixtures/reconciliation-shop.ts'
import { stepsOf } from '#tests/fixtures/reconciliation-steps.ts'
import { countWaitlist, readMoney } from '../read-money-overview.ts'
import { readWebhookHealth } from '../webhook-health.ts'

let money: ReconciliationShop
let steps: ReturnType<typeof stepsOf>
beforeAll(async () => {
  money = await startReconciliationShop()
  steps = stepsOf(money)
})
afterAll(() => money[Symbol.asyncDispose]())
beforeEach(() => steps.forget())

test('a missing order is rebuilt from its payment once, and its e-mail is sent', async () => {
  const { orderId, sessionId } = await money.sell()
  await money.rows('delete from private.outbox')
  await money.rows('delete from public.pre_orders where id = $1', [orderId])
  await money.compare()
  const discrepancy = await steps.only('paid_without_order')
  expect(discrepancy).toMatchObject({ order_id: null, session_id: sessionId, theirs: '93.50' })
  await steps.expectCalm()

  const responses = await Promise.allSettled([1, 2, 3].map(() => money.repair(discrepancy, 'rebuild')))
  expect(responses[0]).toEqual({ status: 'fulfilled', value: true })
  const order = await money.shop.order(sessionId)
  expect(order).toMatchObject({
    id: orderId,
    provider_state: 'paid',
    customer_email: 'ruth@example.com',
    shipping_postcode: 'LS1 4AP',
    product_name: 'Mary Dress',
    product_size: '10-12',
    product_price: '89.00',
    shipping_amount: '4.50',
    final_amount: '93.50',
    review_notes: [{ kind: 'rebuilt' }],
  })
  expect(
    await money.rows('select name, size, quantity from public.order_lines where order_id = $1', [orderId]),
  ).toEqual([{ name: 'Mary Dress', size: '10-12', quantity: 1 }])
  expect(await money.rows('select kind, recipient from private.outbox')).toEqual([
    { kind: 'order_confirmation', recipient: 'ruth@example.com' },
  ])
  await steps.expectDone(discrepancy, 'rebuild')
})

test('a rebuilt order keeps its lines, discount and amounts, and its e-mail’s amounts add up', async () => {
  const { code } = await money.shop.db.discountCode({ percent: 25 })
  const [dress, skirt] = [await steps.item({ price: 80 }), await steps.item({ name: 'Ruth Skirt', price: 55 })]
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
  const discrepancy = await steps.only('paid_without_order')
  await money.repair(discrepancy, 'rebuild')
  expect(await linesOf()).toEqual(before)
  const rebuilt = await money.shop.db.asService((tx) => readOrderEmailData(tx, id, 'http://shop.test'))
  expect(rebuilt).toMatchObject({ goodsPence: 19_000, discount: { percent: 25, pence: 4_750 }, isPaid: true })
  expect((rebuilt?.goodsPence ?? 0) - 4_750 + (rebuilt?.delivery.pence ?? 0)).toBe(rebuilt?.totalPence)
  await steps.expectDone(discrepancy, 'rebuild')
})

test('a paid order whose payment the provider does not know is found, and can be accepted', async () => {
  const { sessionId } = await money.sell()
  money.forgotten.add(sessionId)
  await money.compare()
  const discrepancy = await steps.only('order_without_payment')
  expect(discrepancy).toMatchObject({ ours: '93.50', theirs: null })
  await steps.expectCalm()
  expect(await money.repair(discrepancy, 'accept', 'She paid by bank transfer')).toBe(true)
  await steps.expectDone(discrepancy, 'accept')
  // A payment that returns to the provider's records and disappears again is a new discrepancy.
  money.forgotten.clear()
  await money.compare()
  expect(await steps.kinds()).toEqual([])
})

test('an order set to paid by hand is found with actor and time, and again when it is set again', async () => {
  const { body } = await money.shop.press({ items: [await steps.item()], cartId: randomUUID() })
  const { id } = await money.shop.order(body.sessionId ?? '')
  const claims = { role: 'service_role' as const, sub: money.administrator }
  const setStatus = (status: string) =>
    money.shop.db.as(claims, (tx) =>
      tx.updateTable('pre_orders').set({ payment_status: status }).where('id', '=', id).execute(),
    )
  await setStatus('paid')
  await money.compare()
  const discrepancy = await steps.only('paid_by_hand')
  expect(discrepancy.facts).toEqual({ actor: money.administrator, at: expect.stringMatching(/^\d{4}-/) })
  await steps.expectCalm()
  await money.repair(discrepancy, 'accept', 'Cash at the market')
  await steps.expectDone(discrepancy, 'accept')

  await setStatus('pending')
  await setStatus('paid')
  await money.compare()
  await steps.only('paid_by_hand')
  await setStatus('pending')
  await money.compare()
  expect(await steps.kinds()).toEqual([])
})

test('a paid order set to pending by hand is found with actor and time, and can be set back', async () => {
  const { orderId, sessionId } = await money.sell()
  const claims = { role: 'service_role' as const, sub: money.administrator }
  const setStatus = (status: string) =>
    money.shop.db.as(claims, (tx) =>
      tx.updateTable('pre_orders').set({ payment_status: status }).where('id', '=', orderId).execute(),
    )
  await setStatus('pending')
  await money.compare()
  const discrepancy = await steps.only('paid_set_pending')
  expect(discrepancy).toMatchObject({ ours: null, theirs: '93.50' })
  expect(discrepancy.facts).toEqual({ actor: money.administrator, at: expect.stringMatching(/^\d{4}-/) })
  await steps.expectCalm()
  expect(await money.repair(discrepancy, 'mark_paid')).toBe(true)
  expect(await money.shop.order(sessionId)).toMatchObject({ payment_status: 'paid', provider_state: 'paid' })
  await steps.expectDone(discrepancy, 'mark_paid')

  await setStatus('pending')
  await money.compare()
  const again = await steps.only('paid_set_pending')
  await money.repair(again, 'accept', 'The card is being replaced')
  await steps.expectDone(again, 'accept')
  await setStatus('paid')
  await money.compare()
  expect(await steps.kinds()).toEqual([])
})

test('a payment of another amount is found, and the order can take the amount over', async () => {
  const { orderId, sessionId } = await money.sell({ lost: true })
  await steps.setOrder(orderId, `product_price = 99`)
  await money.compare()
  const discrepancy = await steps.only('different_amount')
  expect(discrepancy).toMatchObject({ ours: '103.50', theirs: '93.50' })
  await steps.expectCalm()
  expect(await money.repair(discrepancy, 'take_amount')).toBe(true)
  expect(await money.shop.order(sessionId)).toMatchObject({
    provider_state: 'paid',
    product_price: '89.00',
    final_amount: '93.50',
    review_notes: [],
  })
  const [change] = await money.rows<{ actor: string }>(
    `select actor from private.audit_log where row_id = $1 and after ? 'product_price' and action = 'update' order by id desc`,
    [orderId],
  )
  expect(change?.actor).toBe(money.administrator)
  await steps.expectDone(discrepancy, 'take_amount')
})

test('a payment of another amount can be refunded in full', async () => {
  const { orderId, sessionId } = await money.sell({ lost: true })
  await steps.setOrder(orderId, `product_price = 99`)
  await money.compare()
  const discrepancy = await steps.only('different_amount')
  await Promise.allSettled([money.repair(discrepancy, 'give_back'), money.repair(discrepancy, 'give_back')])
  expect(await money.rows('select session_id, amount, state from private.refunds')).toEqual([
    { session_id: sessionId, amount: '93.50', state: 'requested' },
  ])
  await steps.expectDone(discrepancy, 'give_back')
})

test('a changed amount of a paid order is found, also in another currency', async () => {
  const { orderId, sessionId } = await money.sell()
  await steps.setOrder(orderId, `final_amount = 90`)
  await money.compare()
  const discrepancy = await steps.only('different_amount')
  expect(discrepancy).toMatchObject({ ours: '90.00', theirs: '93.50' })
  expect(await money.repair(discrepancy, 'take_amount')).toBe(true)
  expect(await money.shop.order(sessionId)).toMatchObject({ final_amount: '93.50' })
  await steps.expectDone(discrepancy, 'take_amount')

  money.told.set(sessionId, { currency: 'usd' })
  await money.compare()
  const foreign = await steps.only('different_amount')
  expect(foreign.facts).toEqual({ kind: 'paid_in_other_currency', currency: 'usd' })
  await expect(money.repair(foreign, 'take_amount')).rejects.toMatchObject({ code: 'bad_request' })
})

test('an order paid twice is found, and the second payment is refunded once', async () => {
  const { orderId } = await money.sell()
  const second = await steps.payAgain(orderId)
  await money.compare()
  const discrepancy = await steps.only('paid_twice')
  expect(discrepancy).toMatchObject({ session_id: second, order_id: orderId, theirs: '93.50' })
  await steps.expectCalm()
  const responses = await Promise.allSettled([1, 2, 3].map(() => money.repair(discrepancy, 'give_back')))
  expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await money.rows('select session_id, amount, reason, requested_by from private.refunds')).toEqual([
    { session_id: second, amount: '93.50', reason: 'duplicate', requested_by: money.administrator },
  ])
  await steps.expectDone(discrepancy, 'give_back')
})

test('a cancelled order that was not refunded is owed once, until its refund is on its way', async () => {
  const { orderId } = await money.sell()
  await steps.setOrder(orderId, `order_status = 'cancelled'`)
  await money.compare()
  const discrepancy = await steps.only('refund_owed')
  expect(discrepancy).toMatchObject({ ours: '93.50' })
  await steps.expectCalm()
  await Promise.allSettled([money.repair(discrepancy, 'give_back'), money.repair(discrepancy, 'give_back')])
  expect(await money.rows('select amount, reason from private.refunds')).toEqual([
    { amount: '93.50', reason: 'cancelled' },
  ])
  await steps.expectDone(discrepancy, 'give_back')
})

test('a payment that the shop keeps on purpose for a cancelled order is no longer owed', async () => {
  const { orderId } = await money.sell()
  await steps.setOrder(orderId, `order_status = 'cancelled'`)
  await money.compare()
  await money.repair(await steps.only('refund_owed'), 'accept', 'The cloth was cut')
  expect(await money.rows('select kind from private.order_notes where resolved_at is null')).toEqual([])
  expect(await money.rows('select kind, resolved_by from private.order_notes')).toEqual([
    { kind: 'refund_owed', resolved_by: money.administrator },
  ])
  await steps.expectCalm()
})

test('an owed refund is accepted while the order is refunded elsewhere, without a deadlock', async () => {
  const { db } = money.shop
  const { orderId } = await money.sell()
  await steps.setOrder(orderId, `order_status = 'cancelled'`)
  await money.compare()
  const discrepancy = await steps.only('refund_owed')
  const accepted = await db.asService(async (tx) => {
    await tx.selectFrom('pre_orders').select('id').where('id', '=', orderId).forUpdate().execute()
    const accepting = money.repair(discrepancy, 'accept', 'The cloth was cut')
    accepting.catch(() => undefined)
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db.owner)).rows.length).toBe(1)
    await tx.updateTable('pre_orders').set({ provider_state: 'refunded' }).where('id', '=', orderId).execute()
    return { accepting }
  })
  expect(await accepted.accepting).toBe(true)
})

test('an event that could not be handled is listed, and retried after each reconciliation', async () => {
  await money.rows(`insert into private.payment_events (id, provider, type, attempts, next_attempt_at)
    values ('evt_stuck', 'test', 'checkout.session.completed', 14, null)`)
  // Such an old event can no longer be handled and is not retried.
  await money.rows(`insert into private.payment_events (id, provider, type, attempts, next_attempt_at, received_at)
    values ('evt_forgotten', 'test', 'checkout.session.completed', 14, null, now() - interval '36 days')`)
  await money.rows(`insert into private.security_events (kind, times) values ('webhook_forged', 3)
    on conflict (day, kind) do update set times = 3`)
  expect(await money.shop.db.asService(readWebhookHealth)).toMatchObject({ stuck: 1, forged_today: 3 })
  expect(await money.shop.db.asService(countWaitlist)).toBe(1)
  await money.compare()
  const again = await money.rows(
    `select next_attempt_at <= now() as due from private.payment_events where id = 'evt_stuck'`,
  )
  expect(again).toEqual([{ due: true }])
  await money.rows('delete from private.payment_events')
})

test('a failed refund is found, and a note about it is not a second discrepancy', async () => {
  const { orderId, sessionId } = await money.sell()
  await steps.setOrder(orderId, `order_status = 'cancelled'`)
  await money.rows(
    `insert into private.refunds (order_id, session_id, amount, state, failure, next_attempt_at)
     values ($1, $2, 93.50, 'failed', 'The account is closed', null)`,
    [orderId, sessionId],
  )
  await money.compare()
  const discrepancy = await steps.only('refund_failed')
  expect(discrepancy).toMatchObject({ ours: '93.50', facts: { failure: 'The account is closed' } })
  await steps.expectCalm()
  await money.repair(discrepancy, 'give_back')
  await steps.expectDone(discrepancy, 'give_back')
  await money.rows(`update private.refunds set state = 'failed' where failure is null`)
  await money.compare()
  const again = await steps.only('refund_failed')
  expect(again.id).not.toBe(discrepancy.id)
  await money.repair(again, 'accept', 'By bank transfer')
  await steps.expectDone(again, 'accept')
})

test('a payment status set by an administrator without an e-mail address is listed without a name', async () => {
  const { orderId } = await money.sell()
  const { id } = await money.shop.db.user({ admin: true })
  const claims = { role: 'service_role' as const, sub: id }
  await money.shop.db.as(claims, (tx) =>
    tx.updateTable('pre_orders').set({ payment_status: 'pending' }).where('id', '=', orderId).execute(),
  )
  await money.rows('update auth.users set email = null where id = $1', [id])
  await money.compare()
  const { provider } = money.shop.paymentDeps
  const { discrepancies } = await money.shop.db.asService((tx) => readMoney(tx, provider))
  expect(discrepancies).toMatchObject([{ kind: 'paid_set_pending', said_by: null, facts: { at: expect.any(String) } }])
})
