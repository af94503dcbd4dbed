import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatDay, isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { readPromisedWork } from '#features/settings/promised-work.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'

/** A checkout, again where all connections are taken. */
async function pressUntilServed(shop: CheckoutShop, body: unknown, from: string) {
  for (;;) {
    const answer = await shop.press(body, from)
    if (answer.body.code !== 'busy') return answer
  }
}

/** Addresses of different networks. */
const networkOf = (number: number) => `2001:db8:${number.toString(16)}::1`

async function setSetting({ db }: CheckoutShop, name: string, value: unknown): Promise<void> {
  const row = { name, value: JSON.stringify(value) }
  await db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  )
}

const limitTo = (shop: CheckoutShop, pieces: number | null) =>
  setSetting(shop, 'capacity', [{ from: '2020-01-01', pieces }])

const dayOf = async (shop: CheckoutShop, sessionId = '') => isoDay((await shop.order(sessionId)).dispatch_by)

const settingsOf = (shop: CheckoutShop) => shop.db.asService((tx) => readShopSettings(tx))

/** The day an order of one usual garment would get now. */
const promiseNow = async (shop: CheckoutShop) => isoDay(dispatchBy({ orderedAt: new Date() }, await settingsOf(shop)))

const promised = (shop: CheckoutShop) => shop.db.asService((tx) => readPromisedWork(tx))

test('fifty orders at twelve a week take five weeks; the first twenty-four share the end of week two', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 12)
  const dress = await shop.db.product()
  const usual = isoDay(dispatchBy({ orderedAt: new Date() }, { productionDays: 10, daysOff: [] }))
  const days: string[] = []
  for (let order = 0; order < 50; order += 1) {
    const { body } = await shop.press({ items: [itemOf(dress)] }, networkOf(order))
    days.push(await dayOf(shop, body.sessionId))
  }
  expect(days.slice(0, 24)).toEqual(Array(24).fill(usual))
  expect(days[24]).not.toBe(usual)
  expect(days).toEqual(days.toSorted())
  const twentyOne = isoDay(dispatchBy({ orderedAt: new Date() }, { productionDays: 21, daysOff: [] }))
  expect(days.at(-1)).toBe(twentyOne)
  expect((await promised(shop)).reduce((sum, { work }) => sum + work, 0)).toBe(5_000)
}, 60_000)

test('without a capacity nothing is held, and the page lives as long as before', async () => {
  await using shop = await checkoutShop()
  const dress = await shop.db.product()
  const { body } = await shop.press({ items: [itemOf(dress, { quantity: 20 })], dispatchBy: '2020-01-01' })
  const order = await shop.order(body.sessionId ?? '')
  expect(order.payment_session_expires_at?.getTime()).toBeGreaterThan(Date.now() + 55 * 60_000)
  expect(await promised(shop)).toEqual([])
  expect((await settingsOf(shop)).freeDay).toBeNull()
})

test('a cart keeps its page: its own hold does not move its own day, and the next cart gets the next day', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 1)
  const dress = await shop.db.product({ production_days: 1 })
  const cartId = randomUUID()
  const body = { items: [itemOf(dress)], cartId }
  const first = (await shop.press(body, networkOf(1))).body
  expect((await shop.press(body, networkOf(1))).body.sessionId).toBe(first.sessionId)
  const shown = await dayOf(shop, first.sessionId)
  const other = (await shop.press({ items: [itemOf(dress)], cartId: randomUUID() }, networkOf(2))).body
  expect((await dayOf(shop, other.sessionId)) > shown).toBe(true)
  expect((await shop.press(body, networkOf(1))).body.sessionId).toBe(first.sessionId)
  expect(await dayOf(shop, first.sessionId)).toBe(shown)
})

test('a day that moved after the cart showed it is said before anything is charged; a call without a day is not refused', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 5)
  const dress = await shop.db.product({ production_days: 1 })
  const shown = isoDay(dispatchBy({ orderedAt: new Date(), productionDays: 1 }, await settingsOf(shop)))
  const cart = { items: [itemOf(dress)], cartId: randomUUID(), dispatchBy: shown }
  await shop.press({ items: [itemOf(dress)] }, networkOf(1))
  const refused = await shop.press(cart, networkOf(2))
  expect([refused.status, refused.body.code]).toEqual([409, 'day_changed'])
  const { dispatchBy: now } = refused.body.details as { dispatchBy: string }
  expect(refused.body.message).toBe(
    `Your order now leaves by ${formatDay(new Date(now))} instead of ${formatDay(new Date(shown))}. Check out again if that suits you.`,
  )
  expect(await shop.count('pre_orders')).toBe(1)
  const accepted = await shop.press({ ...cart, dispatchBy: now }, networkOf(2))
  expect(await dayOf(shop, accepted.body.sessionId)).toBe(now)
  const bare = await shop.press({ items: [itemOf(dress)] }, networkOf(3))
  expect((await dayOf(shop, bare.body.sessionId)) > now).toBe(true)
  // An earlier day than the cart showed is no bad news.
  const late = shopDate(new Date(Date.now() + 300 * dayMs))
  expect((await shop.press({ items: [itemOf(dress)], dispatchBy: late }, networkOf(4))).status).toBe(200)
  expect((await shop.press({ items: [itemOf(dress)], dispatchBy: 'soon' }, networkOf(5))).status).toBe(400)
})

test('two hundred checkouts at once for the last place of a week: one gets it, and no day is promised twice', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 5)
  const dress = await shop.db.product({ production_days: 1 })
  const first = isoDay(dispatchBy({ orderedAt: new Date(), productionDays: 1 }, await settingsOf(shop)))
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, number) =>
      pressUntilServed(shop, { items: [itemOf(dress)], cartId: randomUUID() }, networkOf(number)),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200))
  const days = await Promise.all(answers.map(({ body }) => dayOf(shop, body.sessionId)))
  // One piece a working day.
  expect(days.filter((day) => day === first)).toHaveLength(1)
  expect(new Set(days).size).toBe(200)
  expect((await promised(shop)).every(({ work }) => work === 100)).toBe(true)
}, 120_000)

test('two hundred checkouts at once of a cart that showed the last place: one is accepted', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 5)
  const dress = await shop.db.product({ production_days: 1 })
  const shown = isoDay(dispatchBy({ orderedAt: new Date(), productionDays: 1 }, await settingsOf(shop)))
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, number) =>
      pressUntilServed(shop, { items: [itemOf(dress)], cartId: randomUUID(), dispatchBy: shown }, networkOf(number)),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'day_changed')).toHaveLength(199)
  expect(await promised(shop)).toEqual([{ day: shown, work: 100 }])
}, 120_000)

test('a place is free again when its page ends, its order is cancelled or ready to post, and a piece is cancelled', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 5)
  const dress = await shop.db.product({ production_days: 1 })
  const first = isoDay(dispatchBy({ orderedAt: new Date(), productionDays: 1 }, await settingsOf(shop)))
  const place = async (from: string, quantity = 1) =>
    (await shop.press({ items: [itemOf(dress, { quantity })], cartId: randomUUID() }, from)).body.sessionId ?? ''
  const change = (sessionId: string, values: object) =>
    shop.db.asService((tx) =>
      tx.updateTable('pre_orders').set(values).where('payment_session_id', '=', sessionId).execute(),
    )
  const expired = await place(networkOf(1))
  await shop.paymentDeps.provider.expireSession(expired)
  await shop.redeliver()
  await shop.runJobs()
  expect(await promised(shop)).toEqual([])
  const paid = await place(networkOf(2), 2)
  await shop.pay(paid)
  await shop.runJobs()
  const day = await dayOf(shop, paid)
  expect(await promised(shop)).toEqual([{ day, work: 200 }])
  const { id } = await shop.order(paid)
  await shop.db.asService((tx) =>
    tx.updateTable('order_lines').set({ cancelled_quantity: 1 }).where('order_id', '=', id).execute(),
  )
  expect(await promised(shop)).toEqual([{ day, work: 100 }])
  await change(paid, { order_status: 'processing' })
  expect(await promised(shop)).toHaveLength(1)
  await change(paid, { ready_at: new Date() })
  expect(await promised(shop)).toEqual([])
  await change(paid, { ready_at: null })
  expect(await promised(shop)).toHaveLength(1)
  await change(paid, { order_status: 'cancelled' })
  expect(await promised(shop)).toEqual([])
  expect(await dayOf(shop, await place(networkOf(3)))).toBe(first)
})

test('one network holds at most a week of unpaid pieces, and at least six', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 8)
  const dress = await shop.db.product()
  const press = (quantity: number, from: string) =>
    shop.press({ items: [itemOf(dress, { quantity })], cartId: randomUUID() }, from)
  const large = await press(9, networkOf(1))
  expect([large.status, large.body.code]).toEqual([409, 'reserved'])
  expect(large.body.message).toMatch(/^We can take up to 8 pieces in one order\. Order 8 now/)
  const first = await press(6, networkOf(1))
  expect(first.status).toBe(200)
  const more = await press(3, networkOf(1))
  expect(more.body.message).toMatch(
    /^We can hold up to 8 unpaid pieces per internet connection\. Pay for .* or try again at/,
  )
  expect((more.body.details as { lines: unknown[] }).lines).toHaveLength(1)
  expect((await press(2, networkOf(1))).status).toBe(200)
  expect((await press(3, networkOf(2))).status).toBe(200)
  await shop.pay(first.body.sessionId ?? '')
  await shop.runJobs()
  expect((await press(6, networkOf(1))).status).toBe(200)
  const { minutes } = await shop.db.asService(async (tx) => {
    const order = await tx
      .selectFrom('pre_orders')
      .select(['created_at', 'payment_session_expires_at'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return { minutes: Math.round(((order.payment_session_expires_at?.getTime() ?? 0) - +order.created_at) / 60_000) }
  })
  expect(minutes).toBe(31)
  await limitTo(shop, 2)
  expect((await press(6, networkOf(4))).status).toBe(200)
})

test('the work of a garment is frozen with its order, and fabric samples take no place', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 12)
  const [scarf, gown] = [
    await shop.db.product({ work_hundredths: 50 }),
    await shop.db.product({ work_hundredths: 250 }),
  ]
  const { body } = await shop.press({ items: [itemOf(scarf, { quantity: 3 }), itemOf(gown)] })
  const work = async () => (await promised(shop)).reduce((sum, each) => sum + each.work, 0)
  expect(await work()).toBe(400)
  await shop.db.asService((tx) => tx.updateTable('products').set({ work_hundredths: 100 }).execute())
  expect(await work()).toBe(400)
  expect(await dayOf(shop, body.sessionId)).toBe(
    isoDay(dispatchBy({ orderedAt: new Date() }, { productionDays: 10, daysOff: [] })),
  )
})

test('days off, and another capacity, move the promises to come and no promise that was given', async () => {
  await using shop = await checkoutShop()
  await limitTo(shop, 12)
  const dress = await shop.db.product()
  for (let order = 0; order < 24; order += 1) await shop.press({ items: [itemOf(dress)] }, networkOf(order))
  const before = await promised(shop)
  const next = await promiseNow(shop)
  await limitTo(shop, 6)
  const slower = await promiseNow(shop)
  expect(slower > next).toBe(true)
  const away = shopDate(new Date(Date.now() + 10 * dayMs))
  await setSetting(shop, 'days_off', [{ from: shopDate(new Date()), until: away }])
  expect((await promiseNow(shop)) > slower).toBe(true)
  await setSetting(shop, 'banner', 'Made to order')
  expect(await promised(shop)).toEqual(before)
  await limitTo(shop, null)
  await setSetting(shop, 'days_off', [])
  expect(await promiseNow(shop)).toBe(
    isoDay(dispatchBy({ orderedAt: new Date() }, { productionDays: 10, daysOff: [] })),
  )
})
