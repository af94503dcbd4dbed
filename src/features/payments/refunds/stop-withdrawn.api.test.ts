import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readOrderFacts } from '#features/orders/admin/api/change-orders.ts'
import type { BoughtOrder, OrderPageResponse } from '#features/orders/page/order-page.ts'
import type { OrderEmailsShop, PaidOrder } from '#tests/fixtures/order-emails-shop.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { type RefundsShop, startRefundsShop } from '#tests/fixtures/refunds-shop.ts'

let desk: RefundsShop
let shop: OrderEmailsShop

beforeAll(async () => {
  desk = await startRefundsShop()
  shop = desk.shop
})
afterEach(() => shop.refuseRefunds(false))
afterAll(() => desk[Symbol.asyncDispose]())

const longPoll = { timeout: 30_000 }

const tokenOf = ({ id }: PaidOrder) => shop.orderLinks.pathOf({ id, linkVersion: 1 }).slice('/order/'.length)

/** A paid order of a dress of £89, or of a dress of £50 and two skirts of £19.50, with £4.50 for delivery. */
async function paidOrder({ garments = 1 } = {}) {
  const order = await shop.paidOrder({ email: `${crypto.randomUUID()}@example.com` })
  const lines = await shop.db.asService(async (tx) => {
    if (garments > 1) {
      const [first] = await tx
        .updateTable('order_lines')
        .set({ unit_price: pounds(50) })
        .where('order_id', '=', order.id)
        .returningAll()
        .execute()
      if (!first) throw new Error('no line')
      const { id: _, ...line } = first
      const skirt = { position: 2, slug: 'ruth-skirt', name: 'Ruth Skirt', unit_price: pounds(19.5), quantity: 2 }
      await tx
        .insertInto('order_lines')
        .values({ ...line, size_advice: null, ...skirt })
        .execute()
    }
    return tx.selectFrom('order_lines').select('id').where('order_id', '=', order.id).orderBy('position').execute()
  })
  const [dress = 0, skirt = 0] = lines.map(({ id }) => Number(id))
  return { ...order, dress, skirt }
}

type Pieces = { id: number; quantity: number }

function withdraw(order: PaidOrder, lines: Pieces[], id: string = crypto.randomUUID()) {
  return desk.ask('request-return', {
    body: { token: tokenOf(order), id, kind: 'withdrawal', lines },
    token: null,
  })
}

async function page(order: PaidOrder): Promise<OrderPageResponse> {
  const { body } = await desk.ask(`order-page?token=${tokenOf(order)}`, { token: null })
  return body as unknown as OrderPageResponse
}

const stateOf = (order: PaidOrder) =>
  shop.row<{ order_status: string; returns: string[]; requested: string; refunds: number }>(
    `select order_status,
       array(select state || case when stopped then ' at once' else '' end from private.returns where order_id = o.id
         order by requested_at) as returns,
       (select coalesce(sum(amount), 0) from private.refunds where order_id = o.id and state <> 'failed')::text as requested,
       (select count(*)::int from private.refunds where order_id = o.id) as refunds
     from public.pre_orders o where id = $1`,
    [order.id],
  )

const setStatus = (order: PaidOrder, status: string) =>
  shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ order_status: status }).where('id', '=', order.id).execute(),
  )

test('a withdrawal from an order that is not begun cancels and refunds it, also when it is pressed eight times', async () => {
  const order = await paidOrder()
  const id = crypto.randomUUID()
  const lines = [{ id: order.dress, quantity: 1 }]
  const responses = await Promise.all(Array.from({ length: 8 }, () => withdraw(order, lines, id)))
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await stateOf(order)).toEqual({
    order_status: 'cancelled',
    returns: ['refunded at once'],
    requested: '93.50',
    refunds: 1,
  })
  await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(9350)
  expect(await desk.ledger(order)).toMatchObject({ refunded_amount: 9350 })
  expect((await page(order)).returns).toMatchObject([
    { kind: 'withdrawal', stopped: true, refund: { pence: 9350, state: 'succeeded' } },
  ])
  // The receipt says that the order is cancelled: there is no second e-mail about it.
  await expect.poll(() => desk.subjects(order), longPoll).toEqual(['93.5'])
  expect((await shop.emails(order.id, 'order_cancelled')).map(({ state }) => state)).toEqual(['dropped'])
  const sent = async () => (await shop.emails(order.id, 'order_return_requested')).map(({ state }) => state)
  await expect.poll(sent, longPoll).toEqual(['sent'])
  expect((await withdraw(order, lines)).status).toBe(409)
})

test('a withdrawal from some garments cancels those alone; one from the rest gives back all that was paid', async () => {
  const order = await paidOrder({ garments: 3 })
  expect((await withdraw(order, [{ id: order.skirt, quantity: 1 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'pending', requested: '19.50' })
  const { lines, returns, changeable } = await page(order)
  expect(lines.map(({ cancelled_quantity }) => cancelled_quantity)).toEqual([0, 1])
  expect(returns).toMatchObject([{ stopped: true, refund: { pence: 1950 } }])
  expect(changeable).not.toBeNull()
  expect((await withdraw(order, [{ id: order.skirt, quantity: 2 }])).status).toBe(409)

  const rest = [
    { id: order.dress, quantity: 1 },
    { id: order.skirt, quantity: 1 },
  ]
  expect((await withdraw(order, rest)).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'cancelled', requested: '93.50', refunds: 2 })
  await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(9350)
  expect(await desk.ledger(order)).toMatchObject({ refunded_amount: 9350 })
})

test('an order that is begun is neither cancelled nor refunded by a withdrawal, and can no longer be changed', async () => {
  const order = await paidOrder()
  await setStatus(order, 'processing')
  expect((await withdraw(order, [{ id: order.dress, quantity: 1 }])).status).toBe(200)
  expect(await stateOf(order)).toEqual({
    order_status: 'processing',
    returns: ['requested'],
    requested: '0',
    refunds: 0,
  })
  // The owner has not begun it after all.
  await setStatus(order, 'pending')
  expect((await page(order)).changeable).toBeNull()
  const note = { token: tokenOf(order), gift_note: 'For Naomi' }
  expect(await desk.ask('change-order', { body: note, token: null })).toMatchObject({ status: 409 })
})

test('withdrawn while the owner begins it, an order is either begun and unrefunded, or cancelled and refunded', async () => {
  const outcomes = new Set<string>()
  for (let time = 0; time < 12; time += 1) {
    const order = await paidOrder()
    const begin = () =>
      shop.db.asService((tx) =>
        tx
          .updateTable('pre_orders')
          .set({ order_status: 'processing' })
          .where('id', '=', order.id)
          .where('order_status', '=', 'pending')
          .execute(),
      )
    const press = () => withdraw(order, [{ id: order.dress, quantity: 1 }])
    const both = time % 2 === 0 ? [press(), begin()] : [begin(), press()]
    await Promise.all(both)
    const { order_status, returns, requested } = await stateOf(order)
    outcomes.add(`${order_status}, ${returns.join()}, ${requested}`)
  }
  const possible = ['processing, requested, 0', 'cancelled, refunded at once, 93.50']
  expect([...outcomes].filter((outcome) => !possible.includes(outcome))).toEqual([])
})

test('an order that the owner takes up again can be withdrawn from again, and is refunded once', async () => {
  const order = await paidOrder()
  const lines = [{ id: order.dress, quantity: 1 }]
  shop.refuseRefunds(true)
  await withdraw(order, lines)
  const facts = await shop.db.asService((tx) => readOrderFacts(tx, [order.order_number]))
  expect(facts).toMatchObject([{ has_withdrawn: true, emails_sent: expect.not.arrayContaining(['order_cancelled']) }])
  await setStatus(order, 'pending')
  expect((await page(order)).changeable).not.toBeNull()
  expect((await withdraw(order, lines)).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'cancelled', requested: '93.50' })
  shop.refuseRefunds(false)
  await shop.pass(60)
  await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(9350)
  expect(await desk.ledger(order)).toMatchObject({ refunded_amount: 9350 })
})

test('while the provider does not refund, the withdrawal stands, and the refund is sent once it does', async () => {
  const order = await paidOrder()
  shop.refuseRefunds(true)
  expect((await withdraw(order, [{ id: order.dress, quantity: 1 }])).status).toBe(200)
  await expect.poll(() => desk.attemptsOf(order), longPoll).toBeGreaterThan(0)
  const { order: shown, returns } = await page(order)
  expect(shown).toMatchObject({ order_status: 'cancelled', provider_state: 'paid' })
  expect(returns).toMatchObject([{ stopped: true, refund: { pence: 9350, state: 'requested' } }])
  shop.refuseRefunds(false)
  await shop.pass(60)
  await expect.poll(async () => (await page(order)).returns[0]?.refund?.state, longPoll).toBe('succeeded')
})

test('where the owner refunded a part before, a withdrawal gives back what is left', async () => {
  const order = await paidOrder({ garments: 3 })
  expect((await desk.giveBack(order, '60.00')).status).toBe(200)
  expect((await withdraw(order, [{ id: order.dress, quantity: 1 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'pending', requested: '93.50' })
  expect((await withdraw(order, [{ id: order.skirt, quantity: 2 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'cancelled', requested: '93.50' })
})

test('of pieces that the owner refunded before, a withdrawal cancels the making and refunds nothing twice', async () => {
  const order = await paidOrder({ garments: 3 })
  const refund = { order_number: order.order_number, lines: [{ position: 2, quantity: 1 }], reason: 'goodwill' }
  expect((await desk.ask('refund-lines', { body: { ...refund, request_id: crypto.randomUUID() } })).status).toBe(200)
  expect((await withdraw(order, [{ id: order.skirt, quantity: 2 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'pending', requested: '39.00' })
  expect((await page(order)).lines.map(({ cancelled_quantity }) => cancelled_quantity)).toEqual([0, 2])
})

test('of two like pieces of which the owner refunded one as goodwill, a withdrawal from one refunds nothing more', async () => {
  const order = await paidOrder({ garments: 3 })
  const refund = { order_number: order.order_number, lines: [{ position: 2, quantity: 1 }], reason: 'goodwill' }
  await desk.ask('refund-lines', { body: { ...refund, request_id: crypto.randomUUID() } })
  await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(1950)
  // Two tabs withdraw from one skirt each: each is cancelled once, and the second is paid back once.
  const both = await Promise.all([1, 2].map(() => withdraw(order, [{ id: order.skirt, quantity: 1 }])))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await stateOf(order)).toMatchObject({ order_status: 'pending', requested: '39.00', refunds: 2 })
  const { returns } = await page(order)
  expect(returns.map(({ refund }) => refund?.pence ?? 0).toSorted()).toEqual([0, 1950])
  expect((await withdraw(order, [{ id: order.dress, quantity: 1 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'cancelled', requested: '93.50' })
  await expect.poll(async () => (await desk.ledger(order)).refunded_amount, longPoll).toBe(9350)
})

test('of garments that the owner cancelled and refunded after the withdrawal, nothing more is suggested', async () => {
  const order = await paidOrder({ garments: 3 })
  await setStatus(order, 'processing')
  await withdraw(order, [{ id: order.skirt, quantity: 2 }])
  const suggested = async () => {
    const { body } = await desk.ask(`returns?order_number=${order.order_number}`)
    return (body as unknown as { returns: { suggested_pence: number }[] }).returns[0]?.suggested_pence
  }
  expect(await suggested()).toBe(3900)
  const { version } = await shop.row<{ version: number }>('select version from pre_orders where id = $1', [order.id])
  const cancel = { order_number: order.order_number, version, lines: [{ position: 2, quantity: 2 }], note: null }
  const cancelled = await desk.ask('cancel-lines', {
    body: { ...cancel, refund: false, request_id: crypto.randomUUID() },
  })
  expect(cancelled.status).toBe(200)
  expect(await suggested()).toBe(3900)
  const refund = { order_number: order.order_number, lines: cancel.lines, reason: 'cancelled' }
  await desk.ask('refund-lines', { body: { ...refund, request_id: crypto.randomUUID() } })
  expect(await suggested()).toBe(0)
})

test('a part of the price that was refunded as goodwill counts, and the withdrawal gives back the rest', async () => {
  const order = await paidOrder({ garments: 3 })
  const refund = {
    order_number: order.order_number,
    lines: [{ position: 1, quantity: 1 }],
    reason: 'goodwill',
    amount: 5,
  }
  expect((await desk.ask('refund-lines', { body: { ...refund, request_id: crypto.randomUUID() } })).status).toBe(200)
  expect((await withdraw(order, [{ id: order.dress, quantity: 1 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'pending', requested: '50.00', refunds: 2 })
})

test('goodwill and withdrawals at the same moment refund what the pieces cost, in any order', async () => {
  const goodwill = (order: PaidOrder) => {
    const body = { order_number: order.order_number, lines: [{ position: 2, quantity: 1 }], reason: 'goodwill' }
    return desk.ask('refund-lines', { body: { ...body, request_id: crypto.randomUUID() } })
  }
  for (let time = 0; time < 8; time += 1) {
    const order = await paidOrder({ garments: 3 })
    const press = () => withdraw(order, [{ id: order.skirt, quantity: 1 }])
    await Promise.all(time % 2 === 0 ? [press(), goodwill(order)] : [goodwill(order), press()])
    const { requested } = await stateOf(order)
    // Goodwill after the withdrawal is for the skirt that is still made.
    expect(['19.50', '39.00']).toContain(requested)
    await press()
    expect((await stateOf(order)).requested).toBe('39.00')
  }
})

test('a withdrawal whose refund the provider refused, and that the owner sent again, says that it was refunded', async () => {
  const order = await paidOrder({ garments: 3 })
  await withdraw(order, [{ id: order.skirt, quantity: 1 }])
  await expect.poll(async () => (await desk.money(order)).refunded_pence, longPoll).toBe(1950)
  const id = crypto.randomUUID()
  shop.refuseRefunds(true)
  await withdraw(order, [{ id: order.skirt, quantity: 1 }], id)
  await shop.row(
    `update private.refunds set state = 'failed', failure = 'The card is closed.', next_attempt_at = null,
       settled_at = shop_now() where id = $1`,
    [id],
  )
  shop.refuseRefunds(false)
  const states = async () => (await page(order)).returns.map(({ refund }) => refund?.state)
  expect(await states()).toEqual(['failed', 'succeeded'])
  await desk.giveBack(order, '9.50')
  const statesOfRefunds = async () => (await desk.money(order)).refunds.map(({ state }) => state)
  await expect.poll(statesOfRefunds, longPoll).not.toContain('requested')
  expect(await states()).toEqual(['failed', 'succeeded'])
  await desk.giveBack(order, '10.00')
  await expect.poll(states, longPoll).toEqual(['succeeded', 'succeeded'])
})

test('a withdrawal whose refund was made in the provider’s dashboard instead says that it was refunded', async () => {
  const order = await paidOrder({ garments: 3 })
  shop.refuseRefunds(true)
  await withdraw(order, [{ id: order.skirt, quantity: 1 }])
  await shop.refundElsewhere(order.sessionId, 8000)
  shop.refuseRefunds(false)
  await shop.pass(60)
  // Only £13.50 is left of the payment, so its own refund of £19.50 fails.
  await expect
    .poll(async () => (await desk.money(order)).refunds.map(({ state }) => state), longPoll)
    .toContain('failed')
  expect((await page(order)).returns).toMatchObject([{ refund: { pence: 1950, state: 'succeeded' } }])
})

test('an order that its customer has withdrawn from is not delayed, whichever comes first', async () => {
  for (const day of ['2029-12-01', '2029-12-02']) {
    const order = await paidOrder()
    await setStatus(order, 'processing')
    await shop.row(`update pre_orders set dispatch_by = '2029-11-01' where id = $1`, [order.id])
    const delay = (dispatch_by: string) =>
      desk.ask('announce-delay', { body: { order_number: order.order_number, dispatch_by } })
    await shop.row(`update private.clock set ahead = '2029-10-01T12:00:00Z'::timestamptz - now()`)
    const press = () => withdraw(order, [{ id: order.dress, quantity: 1 }])
    const [first, second] = day.endsWith('1') ? [press, () => delay(day)] : [() => delay(day), press]
    await Promise.all([first(), second()])
    expect(await delay('2029-12-03')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('has withdrawn from this order') },
    })
  }
  await shop.row(`update private.clock set ahead = interval '0'`)
})

test('a payment that the bank looks into is left to the owner, and the withdrawal is recorded', async () => {
  const order = await paidOrder()
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'disputed' }).where('id', '=', order.id).execute(),
  )
  expect((await withdraw(order, [{ id: order.dress, quantity: 1 }])).status).toBe(200)
  expect(await stateOf(order)).toMatchObject({ order_status: 'pending', returns: ['requested'], refunds: 0 })
  expect((await page(order)).changeable).toBeNull()
})

test('the browser that bought is told of a withdrawal, and sees the steps to the refund instead of a dispatch day', async () => {
  const order = await paidOrder({ garments: 3 })
  const cart_id = crypto.randomUUID()
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ cart_id, order_status: 'processing' }).where('id', '=', order.id).execute(),
  )
  const bought = async () => {
    const { body } = await desk.ask('bought-order', { body: { session_id: order.sessionId, cart_id }, token: null })
    const { is_withdrawn, steps } = body as unknown as BoughtOrder
    return [is_withdrawn, ...steps.map(({ name }) => name)]
  }
  await withdraw(order, [{ id: order.dress, quantity: 1 }])
  expect(await bought()).toEqual([false, 'Received', 'Being made', 'On its way', 'Delivered'])
  await withdraw(order, [{ id: order.skirt, quantity: 2 }])
  expect(await bought()).toEqual([true, 'Withdrawn', 'Refunded'])
})

test('an order withdrawn from in the minute after it was begun gets no e-mail that it is being made', async () => {
  const order = await paidOrder()
  await setStatus(order, 'processing')
  await withdraw(order, [{ id: order.dress, quantity: 1 }])
  await shop.pass(2)
  const state = async () => (await shop.emails(order.id, 'order_in_production')).map((email) => email.state)
  await expect.poll(state, longPoll).toEqual(['dropped'])
})
