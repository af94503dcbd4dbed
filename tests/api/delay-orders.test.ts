import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Announcement, DelayResult, PlannedDelay } from '#features/orders/delays/delays.contract.ts'
import { type Delays, startDelays } from '#tests/fixtures/order-delays.ts'
import type { OrderEmailsShop, PaidOrder } from '../fixtures/order-emails-shop.ts'

/** The outbox is swept every second. */
const longPoll = { timeout: 10_000 }

let delays: Delays
let shop: OrderEmailsShop

beforeAll(async () => {
  delays = await startDelays()
  shop = delays.shop
})
afterAll(() => delays[Symbol.asyncDispose]())

type Wanted = { order_number: string; from: string; to: string }

async function plan(orders: readonly PaidOrder[], chosen: Record<string, string>): Promise<PlannedDelay[]> {
  const query = new URLSearchParams({ orders: orders.map(({ order_number }) => order_number).join(), ...chosen })
  return (await delays.ask<{ orders: PlannedDelay[] }>(`delay-plan?${query}`)).body.orders
}

async function delay(orders: readonly Wanted[], reason: string | null = null, batch: string = crypto.randomUUID()) {
  return (await delays.ask<{ results: DelayResult[] }>('delay-orders', { orders, reason, batch })).body.results
}

async function undo(orders: readonly { order_number: string; to: string }[]): Promise<DelayResult[]> {
  return (await delays.ask<{ results: DelayResult[] }>('undo-delays', { orders })).body.results
}

/** Delays orders by working days, as the form does: with the days of the plan. */
async function delayLater(orders: readonly PaidOrder[], later: number, batch?: string): Promise<DelayResult[]> {
  const planned = await plan(orders, { later: String(later) })
  return delay(
    planned.map(({ order_number, from, to }) => ({ order_number, from, to: to ?? '' })),
    'The linen is late.',
    batch,
  )
}

const announcements = async () =>
  (await delays.ask<{ announcements: Announcement[] }>('order-delays')).body.announcements

const daysOf = ({ id }: PaidOrder) =>
  shop.row<{ leaves: string; arrives: string }>(
    'select dispatch_by::text as leaves, arrive_by::text as arrives from pre_orders where id = $1',
    [id],
  )

const many = (count: number) => Promise.all(Array.from({ length: count }, () => shop.paidOrder()))

test('the plan counts working days from each order’s own day, from today where it is late, and changes nothing', async () => {
  const [one, late, shipped] = await many(3)
  if (!one || !late || !shipped) throw new Error('Three orders were placed')
  await delays.setOrder(late.id, { dispatch_by: '2029-12-20' })
  await delays.setOrder(shipped.id, { order_status: 'shipped' })
  await shop.row(
    `insert into private.settings (name, value) values ('days_off', '[{"from": "2030-01-17", "until": "2030-01-18"}]')`,
  )
  const before = await Promise.all([one, late, shipped].map(daysOf))
  // Tuesday 15 January, without Thursday, Friday and the weekend; today is Wednesday 2 January.
  expect(await plan([one, late, shipped], { later: '3' })).toMatchObject([
    { order_number: one.order_number, from: '2030-01-15', to: '2030-01-22', is_begun: false, problem: null },
    { order_number: late.order_number, from: '2029-12-20', to: '2030-01-07', problem: null },
    { order_number: shipped.order_number, problem: expect.stringContaining('already shipped') },
  ])
  expect(await plan([one, late], { to: '2030-01-08' })).toMatchObject([
    { problem: 'It leaves later already: by Tuesday 15 January.' },
    { to: '2030-01-08', problem: null },
  ])
  expect(await plan([one], {})).toMatchObject([{ from: '2030-01-15', to: null, problem: null }])
  expect(await Promise.all([one, late, shipped].map(daysOf))).toEqual(before)
  await shop.row(`delete from private.settings where name = 'days_off'`)
})

test('each order is delayed on its own: one that is refused says why, and the rest are done', async () => {
  const orders = await many(4)
  const [, cancelled] = orders
  const wanted = orders.map(({ order_number }) => ({ order_number, from: '2030-01-15', to: '2030-01-22' }))
  await delays.setOrder(cancelled?.id ?? '', { order_status: 'cancelled' })
  const results = await delay([...wanted, { order_number: 'TKW-NONE', from: '2030-01-15', to: '2030-01-22' }], 'Ill.')
  expect(results.map(({ problem }) => problem)).toEqual([
    null,
    'This order is already cancelled, so its dispatch date can’t be changed.',
    null,
    null,
    'There is no order with that number.',
  ])
  expect((await Promise.all(orders.map(daysOf))).map(({ leaves }) => leaves)).toEqual([
    '2030-01-22',
    '2030-01-15',
    '2030-01-22',
    '2030-01-22',
  ])
  const [newest] = await announcements()
  expect(newest).toMatchObject({ reason: 'Ill.' })
  expect(newest?.orders.map(({ from, to, email, answer }) => [from, to, email, answer])).toEqual(
    Array(3).fill(['2030-01-15', '2030-01-22', 'waiting', 'silent']),
  )
})

test('pressed twice, and on two devices at once, each order is delayed once and its customer gets one e-mail', async () => {
  const orders = await many(5)
  const wanted = (await plan(orders, { later: '5' })).map(({ order_number, from, to }) => ({
    order_number,
    from,
    to: to ?? '',
  }))
  const batches = [crypto.randomUUID(), crypto.randomUUID()]
  const presses = await Promise.all(Array.from({ length: 8 }, (_, at) => delay(wanted, null, batches[at % 2])))
  expect(presses.flat().filter(({ problem }) => problem !== null)).toEqual([])
  // The same press after the response was lost.
  expect((await delay(wanted)).map(({ problem }) => problem)).toEqual(Array(5).fill(null))
  for (const order of orders) {
    expect(await daysOf(order)).toMatchObject({ leaves: '2030-01-22' })
    expect(await shop.emails(order.id, 'order_delayed')).toHaveLength(1)
  }
})

test('an order whose day has changed since it was seen keeps it', async () => {
  const order = await shop.paidOrder()
  await delays.announce(order.order_number, '2030-01-30')
  const { order_number } = order
  expect(await delay([{ order_number, from: '2030-01-15', to: '2030-01-22' }])).toEqual([
    { order_number, problem: 'Its date has changed meanwhile: it leaves by Wednesday 30 January.' },
  ])
  expect(await daysOf(order)).toMatchObject({ leaves: '2030-01-30' })
})

test('until the e-mails leave, the delays of a press are undone: old days, no e-mail, and a second undo changes nothing', async () => {
  const orders = await many(3)
  const before = await Promise.all(orders.map(daysOf))
  await delayLater(orders, 5)
  const back = orders.map(({ order_number }) => ({ order_number, to: '2030-01-22' }))
  expect((await undo(back)).map(({ problem }) => problem)).toEqual([null, null, null])
  expect((await undo(back)).map(({ problem }) => problem)).toEqual([null, null, null])
  expect(await Promise.all(orders.map(daysOf))).toEqual(before)
  await shop.pass(5)
  for (const { id } of orders) {
    expect(await shop.emails(id, 'order_delayed')).toMatchObject([{ state: 'dropped' }])
    expect(await shop.emails(id, 'order_changed')).toEqual([])
  }
  const listed = (await announcements()).flatMap(({ orders }) => orders.map(({ order_number }) => order_number))
  expect(orders.filter(({ order_number }) => listed.includes(order_number))).toEqual([])
})

test('what a customer has been told is not undone, nor what was changed again; the others are', async () => {
  const [told, moved, other] = await many(3)
  if (!told || !moved || !other) throw new Error('Three orders were placed')
  await delayLater([told], 5)
  await shop.pass(2)
  await expect.poll(() => shop.emails(told.id, 'order_delayed'), longPoll).toMatchObject([{ state: 'sent' }])
  await delayLater([moved, other], 5)
  await delays.announce(moved.order_number, '2030-02-20')
  const results = await undo([told, moved, other].map(({ order_number }) => ({ order_number, to: '2030-01-22' })))
  expect(results.map(({ problem }) => problem)).toEqual([
    'The customer has had the e-mail about this delay. Change the dispatch date instead.',
    'The date has been changed again since: the order leaves by Wednesday 20 February.',
    null,
  ])
  expect((await Promise.all([told, moved, other].map(daysOf))).map(({ leaves }) => leaves)).toEqual([
    '2030-01-22',
    '2030-02-20',
    '2030-01-15',
  ])
})

test('an earlier delay whose e-mail gave way to the one that is undone is e-mailed after all', async () => {
  const order = await shop.paidOrder()
  await delays.announce(order.order_number, '2030-01-22', 'The buttons are late.')
  await delays.announce(order.order_number, '2030-02-05', 'The cloth is late.')
  expect(await undo([{ order_number: order.order_number, to: '2030-02-05' }])).toMatchObject([{ problem: null }])
  expect(await daysOf(order)).toMatchObject({ leaves: '2030-01-22' })
  await shop.pass(2)
  const sent = async () => (await shop.emails(order.id, 'order_delayed')).filter(({ state }) => state === 'sent')
  await expect.poll(sent, longPoll).toMatchObject([{ data: { from: '2030-01-15', to: '2030-01-22' } }])
})

test('an undo at the moment the e-mail leaves: either the order has its old day and nothing was sent, or both stay', async () => {
  for (let round = 0; round < 8; round += 1) {
    const order = await shop.paidOrder()
    await delayLater([order], 5)
    await shop.pass(2)
    // The sweep takes it within a second.
    await new Promise((done) => setTimeout(done, round * 150))
    const [result] = await undo([{ order_number: order.order_number, to: '2030-01-22' }])
    const state = async () => (await shop.emails(order.id, 'order_delayed'))[0]?.state
    if (result?.problem === null) {
      expect(await daysOf(order)).toMatchObject({ leaves: '2030-01-15' })
      expect(await state()).toBe('dropped')
    } else {
      expect(await daysOf(order)).toMatchObject({ leaves: '2030-01-22' })
      await expect.poll(state, longPoll).toBe('sent')
    }
  }
})

test('the timeline undoes a single delay too, until its e-mail leaves', async () => {
  const order = await shop.paidOrder()
  const { order_number } = order
  type Entry = { title: string; undo: string | null }
  const timeline = async () =>
    (await delays.ask<{ timeline: Entry[] }>(`order-details?order_number=${order_number}`)).body.timeline
  const entry = async () => (await timeline()).find(({ title }) => title === 'Delay announced')
  await delays.announce(order_number, '2030-01-22')
  expect((await delays.undo(order_number, (await entry())?.undo ?? undefined)).status).toBe(200)
  expect(await daysOf(order)).toMatchObject({ leaves: '2030-01-15' })
  expect(await entry()).toMatchObject({ undo: null })

  await delays.announce(order_number, '2030-01-23')
  const change = (await timeline()).find(({ undo }) => undo !== null)?.undo ?? undefined
  await shop.pass(2)
  await expect
    .poll(async () => (await shop.emails(order.id, 'order_delayed')).map(({ state }) => state).sort(), longPoll)
    .toEqual(['dropped', 'sent'])
  expect((await timeline()).filter(({ undo }) => undo !== null)).toEqual([])
  expect((await delays.undo(order_number, change)).status).toBe(409)
})

test('the list says who answered what', async () => {
  const orders = await many(4)
  await delayLater(orders, 5)
  await shop.pass(2)
  const unsent = async () =>
    (await announcements())[0]?.orders.filter(({ email }) => email !== 'sent').map(({ order_number }) => order_number)
  await expect.poll(unsent, longPoll).toEqual([])
  const [keeps, cancels, cut] = orders
  const token = ({ id }: PaidOrder) => shop.delayTokens.issue({ orderId: id, day: '2030-01-22', linkVersion: 1 })
  if (!keeps || !cancels || !cut) throw new Error('Four orders were placed')
  await delays.answer(token(keeps), 'keep')
  await delays.answer(token(cancels), 'cancel')
  await delays.setOrder(cut.id, { order_status: 'processing' })
  const answers = async () => {
    const [newest] = await announcements()
    return orders.map(({ order_number }) => {
      const told = newest?.orders.find((each) => each.order_number === order_number)
      return `${told?.email} ${told?.answer} ${told?.answered_at === null ? '' : 'answered'}`.trim()
    })
  }
  await expect
    .poll(answers, longPoll)
    .toEqual(['sent keep answered', 'sent cancel answered', 'sent closed', 'sent silent'])
  // Once a part of an order has left, its customer cannot answer any more.
  const partly = orders[3]?.id ?? ''
  await shop.db.asService((tx) => tx.insertInto('private.parcels').values({ order_id: partly }).execute())
  expect((await answers())[3]).toBe('sent closed')
})
