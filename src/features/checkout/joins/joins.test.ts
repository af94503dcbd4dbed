import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { changeOrders } from '#features/orders/admin/api/change-orders.ts'
import { makePackingSlips } from '#features/orders/admin/api/print-orders.ts'
import { lockOrder } from '#features/orders/changes/editable-order.ts'
import { saveChanges } from '#features/orders/changes/save-changes.ts'
import { announceDelay } from '#features/orders/delays/announce-delay.ts'
import { createDelayTokens } from '#features/orders/delays/delay-token.ts'
import { undoDelay } from '#features/orders/delays/undo-delay.ts'
import { createOrderLinks } from '#features/orders/links/order-links.ts'
import { addedNumbers, parcelOf } from '#features/orders/parcels/shared-parcel.ts'
import { shipParcel } from '#features/orders/parcels/ship-parcel.ts'
import { answerDelay } from '#features/payments/refunds/answer-delay.ts'
import { cancelOrder } from '#features/payments/refunds/cancel-order.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import { createApp } from '#platform/http/app.ts'
import type { AppError } from '#platform/http/errors/app-error.ts'
import { createLog } from '#platform/log.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { addHandOrder } from '../by-hand/hand-order.contract.ts'
import { placeByHand, quote, quoteWares, undoByHand } from '../by-hand/hand-order.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import { moveToPaidNow } from '../links/day-paid-now.ts'
import { openByLink } from '../links/payment-links.ts'
import { closePage } from '../payment-page.ts'
import { lockOrigin } from './join-order.ts'
import { joinsApi } from './joins.api.ts'

let shop: CheckoutShop
let deps: LinkDeps
beforeAll(async () => {
  shop = await checkoutShop()
  deps = { ...shop.paymentDeps, settingSources: {} }
})
afterAll(() => shop[Symbol.asyncDispose]())

function read(id: string) {
  return shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** A paid order of one dress that leaves soon. */
async function buy() {
  const dress = await shop.db.product({ price: 80, production_days: 5 })
  const { body } = await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  await shop.pay(String(body.sessionId))
  await shop.runJobs()
  return shop.order(String(body.sessionId))
}

async function add(joins: string, more: object = {}) {
  const skirt = await shop.db.product({ price: 55, production_days: 15 })
  const order = addHandOrder.request.parse({
    request_id: randomUUID(),
    items: [{ id: skirt.id, size: '10-12', quantity: 1 }],
    country: 'GB',
    service: 'together',
    joins,
    payment: 'link',
    total_pence: 5_500,
    ...more,
  })
  const quoted = await shop.db.asService((tx) => quote(tx, deps, order))
  const { id } = await shop.db.asService((tx) => placeByHand(tx, deps, order))
  return { id, quoted }
}

function joinedTo(id: string) {
  return shop.db.asService((tx) =>
    tx.selectFrom('private.joined_orders').select('order_id').where('origin_id', '=', id).execute(),
  )
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: AppError) => code,
  )
const pay = async (id: string) => {
  const { sessionId } = await openByLink(deps, id, 'http://shop.test/pay/x')
  await shop.pay(sessionId, { delivery: '', address: '' })
  await settleOrder(shop.paymentDeps, sessionId)
}

test('an addition costs its garments alone, and paid it moves the day of both as was said before', async () => {
  const first = await buy()
  const before = await read(first.id)
  const { id, quoted } = await add(first.order_number)
  expect(quoted.total_pence).toBe(5_500)
  const day = (date: Date) => [date.getFullYear(), date.getMonth(), date.getDate()]
  expect((await read(first.id)).dispatch_by).toEqual(before.dispatch_by)
  await pay(id)
  const [added, moved] = [await read(id), await read(first.id)]
  expect(added).toMatchObject({
    provider_state: 'paid',
    final_amount: '55.00',
    delivery_service: 'together',
    customer_email: before.customer_email,
    shipping_postcode: before.shipping_postcode,
    notes: null,
  })
  expect(day(added.dispatch_by)).toEqual(day(moved.dispatch_by))
  expect(moved.dispatch_by.getTime()).toBeGreaterThan(before.dispatch_by.getTime())
  expect(moved.promised_dispatch_by).toEqual(before.dispatch_by)
  expect(moved.arrive_by?.getTime()).toBeGreaterThan(before.arrive_by?.getTime() ?? 0)
  expect(await sharing(first.id)).toEqual({ with: [added.order_number], in: null })
  expect(await sharing(id)).toEqual({ with: [], in: first.order_number })
  expect(moved).toMatchObject({ final_amount: before.final_amount, payment_id: before.payment_id })
  expect(quoted.dispatch_by > (quoted.first_dispatch_by ?? '')).toBe(true)
})

test('undoing an addition that was paid in cash gives the first order its day back', async () => {
  const first = await buy()
  const before = await read(first.id)
  const { id } = await add(first.order_number, { payment: 'cash' })
  expect((await read(first.id)).dispatch_by.getTime()).toBeGreaterThan(before.dispatch_by.getTime())
  const { order_number: number } = await read(id)
  await shop.db.asService((tx) => undoByHand(tx, number))
  const { dispatch_by, arrive_by, notes } = before
  expect(await read(first.id)).toMatchObject({ dispatch_by, arrive_by, notes })
})

/** The numbers of the orders in the parcel of an order, and of the order in whose parcel it is. */
const sharing = (id: string) =>
  shop.db.asService(async (tx) => {
    const { rows } = await sql<{ with: string[]; in: string | null }>`
      select ${addedNumbers} as with, ${parcelOf} as in from public.pre_orders o where id = ${id}`.execute(tx)
    return rows[0]
  })
const cancel = async (id: string) => {
  const { order_number: orderNumber } = await read(id)
  const cancellation = { orderNumber, reason: null, refund: false, requestedBy: null }
  await cancelOrder(shop.paymentDeps, cancellation, { claims: { role: 'service_role' } })
}
const change = async (id: string, wanted: object) => {
  const { order_number } = await read(id)
  const [result] = await changeOrders(shop.db, [{ order_number, ...wanted }], {
    claims: { role: 'service_role' },
    context: {},
    log: createLog({ level: 'silent' }),
    closePage: (orderId) => closePage(shop.paymentDeps, orderId),
    promiseFromToday: (tx, orderId) => moveToPaidNow(tx, { orderId, settingSources: {} }),
  })
  if (!result?.ok) throw new Error(result?.message)
}
const openNotesOf = async (id: string) => {
  const notes = await shop.db.asService((tx) =>
    tx
      .selectFrom('private.order_notes')
      .select(['kind', 'facts'])
      .where('order_id', '=', id)
      .where('resolved_at', 'is', null)
      .execute(),
  )
  return notes
}
const emailsOf = async (id: string) => {
  const emails = await shop.db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['kind', 'state']).where('order_id', '=', id).execute(),
  )
  return emails.filter(({ state }) => state !== 'dropped').map(({ kind }) => kind)
}

test('a cancelled addition leaves the parcel', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  const { id: other } = await add(first.order_number, { payment: 'cash' })
  const { dispatch_by } = await read(first.id)
  await cancel(id)
  const { order_number: left } = await read(other)
  expect(await read(first.id)).toMatchObject({ dispatch_by })
  expect(await sharing(first.id)).toEqual({ with: [left], in: null })
  expect(await sharing(id)).toEqual({ with: [], in: null })
  expect(await openNotesOf(other)).toEqual([])
})

test.each([
  ['its cancellation', (id: string) => cancel(id)],
  ['the list of statuses', (id: string) => change(id, { order_status: 'cancelled' })],
  [
    'a change through the protocol',
    (id: string) =>
      shop.db.asService((tx) =>
        tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).where('id', '=', id).execute(),
      ),
  ],
  [
    'a refund of everything',
    async (id: string) => {
      const { payment_session_id: session, final_amount } = await read(id)
      const pence = Math.round(Number(final_amount) * 100)
      await shop.db.asService((tx) =>
        sql`update private.test_payment_sessions set refunded_amount = ${pence}, refunds = ${JSON.stringify({ all: pence })}::jsonb
           where id = ${session}`.execute(tx),
      )
      await settleOrder(shop.paymentDeps, session ?? '')
      expect(await read(id)).toMatchObject({ provider_state: 'refunded' })
    },
  ],
])('the additions of an order that %s calls off are posted alone, and the owner sees it', async (_, callOff) => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  const note = { kind: 'posted_alone', facts: { first: first.order_number } }
  await callOff(first.id)
  expect(await openNotesOf(id)).toEqual([note])
  expect(await sharing(id)).toEqual({ with: [], in: null })
  expect(await read(id)).toMatchObject({ order_status: 'pending' })
  await change(id, { order_status: 'shipped' })
  expect(await openNotesOf(id)).toEqual([])
})

test('an order that is revived has its additions in its parcel again', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  await change(first.id, { order_status: 'cancelled' })
  await change(first.id, { order_status: 'pending' })
  expect(await openNotesOf(id)).toEqual([])
  expect(await sharing(id)).toEqual({ with: [], in: first.order_number })
})

test('the parcel of an order leaves with its additions, is corrected and taken back with them, in one e-mail', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  await change(first.id, { order_status: 'processing' })
  const before = await read(id)
  await shop.db.asService((tx) =>
    shipParcel(tx, { orderNumber: first.order_number, trackingNumber: 'AB123456785GB', tellCustomer: true }),
  )
  const sent = await read(first.id)
  expect(await read(id)).toMatchObject({
    order_status: 'shipped',
    tracking_number: 'AB123456785GB',
    shipped_at: sent.shipped_at,
  })
  expect(await emailsOf(first.id)).toContain('order_dispatched')
  expect(await emailsOf(id)).not.toContain('order_dispatched')
  const { order_number: number } = await read(id)
  expect(await sharing(first.id)).toEqual({ with: [number], in: null })
  await change(first.id, { tracking_number: 'CD123456785GB', version: sent.version })
  expect(await read(id)).toMatchObject({ tracking_number: 'CD123456785GB' })
  await change(first.id, { order_status: 'delivered' })
  expect(await read(id)).toMatchObject({ order_status: 'delivered' })
  expect(await emailsOf(id)).not.toContain('order_delivered')
  const { version } = await read(first.id)
  await change(first.id, { order_status: 'processing', tracking_number: null, version })
  expect(await read(id)).toMatchObject({
    order_status: before.order_status,
    tracking_number: null,
    shipped_at: null,
    delivered_at: null,
  })
  expect(await sharing(id)).toEqual({ with: [], in: first.order_number })
})

test('an addition that the owner sends by itself is no longer in the parcel, and has its own e-mail', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  await change(id, { order_status: 'shipped', tracking_number: 'EF123456785GB' })
  expect(await emailsOf(id)).toContain('order_dispatched')
  expect(await sharing(first.id)).toEqual({ with: [], in: null })
  await change(first.id, { order_status: 'shipped', tracking_number: 'GH123456785GB' })
  expect(await read(id)).toMatchObject({ tracking_number: 'EF123456785GB' })
})

test('a delay of the first order moves its additions in one e-mail, and undoing it moves them back', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  const before = await read(first.id)
  const day = shopDate(new Date(Date.now() + 90 * dayMs))
  const userId = randomUUID()
  const delay = { orderNumber: first.order_number, dispatchBy: day, reason: null, userId }
  await shop.db.asService((tx) => announceDelay(tx, deps.queue, delay))
  const [moved, added] = [await read(first.id), await read(id)]
  expect(moved.dispatch_by.getTime()).toBeGreaterThan(before.dispatch_by.getTime())
  expect(added).toMatchObject({ dispatch_by: moved.dispatch_by, arrive_by: moved.arrive_by })
  expect(await emailsOf(first.id)).toContain('order_delayed')
  expect(await emailsOf(id)).not.toContain('order_delayed')
  const ofAddition = {
    ...delay,
    orderNumber: added.order_number,
    dispatchBy: shopDate(new Date(Date.now() + 99 * dayMs)),
  }
  expect(await codeOf(shop.db.asService((tx) => announceDelay(tx, deps.queue, ofAddition)))).toBe('conflict')
  await shop.db.asService((tx) => undoDelay(tx, { orderNumber: first.order_number, to: day, userId }))
  expect(await read(id)).toMatchObject({ dispatch_by: before.dispatch_by, arrive_by: before.arrive_by })
})

test('a customer who cancels after a delay cancels all of the parcel', async () => {
  const first = await buy()
  const { id } = await add(first.order_number)
  await pay(id)
  const tokens = createDelayTokens('secret')
  const day = shopDate(new Date(Date.now() + 90 * dayMs))
  const choice = await shop.db.asService(async (tx) => {
    const delay = { orderNumber: first.order_number, dispatchBy: day, reason: null, userId: randomUUID() }
    await announceDelay(tx, deps.queue, delay)
    const token = tokens.issue({ orderId: first.id, day, linkVersion: 1 })
    return answerDelay(tx, { ...shop.paymentDeps, tokens }, { token, answer: 'cancel' })
  })
  const { order_number: number } = await read(id)
  expect(choice).toMatchObject({ state: 'cancelled', added: [number] })
  expect(choice.garments).toHaveLength(2)
  for (const order of [first.id, id]) {
    expect(await read(order)).toMatchObject({ order_status: 'cancelled' })
    const refunds = await shop.db.asService((tx) =>
      tx.selectFrom('private.refunds').select(['amount', 'state']).where('order_id', '=', order).execute(),
    )
    expect(refunds).toHaveLength(1)
  }
  expect((await openNotesOf(id)).map(({ kind }) => kind)).not.toContain('posted_alone')
})

test('a piece that is cancelled moves no parcel of several orders forward', async () => {
  const [dress, slow] = [
    await shop.db.product({ price: 80, production_days: 5 }),
    await shop.db.product({ price: 80, production_days: 20 }),
  ]
  const { body } = await shop.press({ items: [itemOf(dress), itemOf(slow)], cartId: randomUUID() })
  await shop.pay(String(body.sessionId))
  await shop.runJobs()
  const first = await shop.order(String(body.sessionId))
  await add(first.order_number, { payment: 'cash' })
  const before = await read(first.id)
  await shop.db.asService(async (tx) => {
    const order = await lockOrder(tx, { orderNumber: first.order_number })
    const changes = [{ position: 1, garment: 'Slow', field: 'cancelled', before: 0, after: 1 } as const]
    await saveChanges(tx, order, { changes, byCustomer: false, actor: null })
  })
  expect(await read(first.id)).toMatchObject({ dispatch_by: before.dispatch_by })
})

test('the packing slip of an order has its additions, which have none of their own', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  const { order_number: number } = await read(id)
  const { slips } = await shop.db.asService((tx) => makePackingSlips(tx, { view: 'to_make', orders: undefined }))
  expect(slips.map(({ order }) => order.order_number)).not.toContain(number)
  const slip = slips.find(({ order }) => order.id === first.id)
  expect(slip).toMatchObject({ lines: [{ position: 0 }], added: [{ order_number: number, lines: [{ quantity: 1 }] }] })
})

test('nothing is added to an order whose parcel has its label, or that is a letter', async () => {
  const first = await buy()
  const { id } = await add(first.order_number)
  await shop.db.asService((tx) =>
    tx
      .insertInto('private.postage_parcels')
      .values({ order_id: first.id, reference: first.order_number, way: 'api', state: 'sent' })
      .execute(),
  )
  expect(await codeOf(add(first.order_number))).toBe('conflict')
  expect(await codeOf(openByLink(deps, id, 'http://shop.test/pay/x'))).toBe('conflict')
  const letter = await buy()
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ delivery_service: 'uk-letter' }).where('id', '=', letter.id).execute(),
  )
  expect(await codeOf(add(letter.order_number))).toBe('conflict')
})

test('once the order is begun nothing is added, and an addition that is not paid yet is not paid any more', async () => {
  const first = await buy()
  const { id } = await add(first.order_number)
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', first.id).execute(),
  )
  expect(await codeOf(add(first.order_number))).toBe('conflict')
  expect(await codeOf(openByLink(deps, id, 'http://shop.test/pay/x'))).toBe('conflict')
  expect(await read(id)).toMatchObject({ provider_state: 'creating' })
})

test('an addition that is paid while the order is begun goes alone, and the owner is told', async () => {
  const first = await buy()
  const { id } = await add(first.order_number)
  const { sessionId } = await openByLink(deps, id, 'http://shop.test/pay/x')
  const begin = () =>
    shop.db.asService((tx) =>
      tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', first.id).execute(),
    )
  await begin()
  const before = await read(first.id)
  await shop.pay(sessionId, { delivery: '', address: '' })
  await Promise.all([settleOrder(shop.paymentDeps, sessionId), settleOrder(shop.paymentDeps, sessionId)])
  expect(await read(id)).toMatchObject({ provider_state: 'paid' })
  expect((await read(first.id)).dispatch_by).toEqual(before.dispatch_by)
  expect(await openNotesOf(id)).toEqual([{ kind: 'posted_alone', facts: { first: first.order_number } }])
  expect(await joinedTo(first.id)).toEqual([])
})

test('what is added to an addition is added to the first order, and an unpaid or unknown order takes nothing', async () => {
  const first = await buy()
  const { id } = await add(first.order_number, { payment: 'cash' })
  const { order_number: number } = await read(id)
  const { id: second } = await add(number, { payment: 'bank' })
  const joined = await shop.db.asService((tx) =>
    tx.selectFrom('private.joined_orders').select('origin_id').where('order_id', 'in', [id, second]).execute(),
  )
  expect(joined).toEqual([{ origin_id: first.id }, { origin_id: first.id }])
  const dress = await shop.db.product()
  const { body } = await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  const unpaid = await shop.order(String(body.sessionId))
  expect(await codeOf(add(unpaid.order_number))).toBe('conflict')
  expect(await codeOf(add('TKW-NOSUCH'))).toBe('not_found')
})

const siteUrl = 'http://shop.test'
const links = createOrderLinks({ siteUrl, secret: 'links to orders' })
const payLinks = createOrderLinks({ siteUrl, secret: 'links to pay', page: 'pay' })

/** POST add-to-order by the holder of an order's link, from one network. */
async function addByCustomer(order: { id: string }, more: object) {
  const app = createApp({
    db: shop.db,
    log: createLog({ level: 'silent' }),
    siteUrl,
    live: false,
    jwtSecret: randomUUID() + randomUUID(),
    apiKeyRequired: false,
    rateLimits: false,
    trustProxy: '1',
    exposed: [],
    ready: async () => true,
    routes: (routes) => {
      routes.route('/functions/v1', joinsApi({ ...deps, links, payLinks, networkSecret: 'networks' }))
    },
  })
  const token = links.pathOf({ id: order.id, linkVersion: 1 }).split('/')[2]
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({ token, request_id: randomUUID(), ...more }),
  }
  const response = await app.fetch(new Request(`${siteUrl}/functions/v1/add-to-order`, init))
  const { code } = (await response.json()) as { code?: string }
  return code ?? response.status
}

async function set(name: string, value: unknown) {
  const row = { name, value: JSON.stringify(value) }
  await shop.db.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  )
}

test('what a customer adds and does not pay holds no more of a limited garment or week than her cart could', async () => {
  const first = await buy()
  const limited = await shop.db.product({
    price: 40,
    is_preorder: true,
    preorder_end_date: new Date(Date.now() + 9e8),
    preorder_limit: 20,
  })
  const dress = await shop.db.product({ price: 40 })
  const adding = ({ id }: { id: string }, quantity: number) =>
    addByCustomer(first, { items: [{ id, size: '10-12', quantity }], total_pence: quantity * 4_000 })
  expect(await adding(limited, 4)).toBe(200)
  expect(await adding(limited, 4)).toBe('reserved')
  expect(await adding(limited, 2)).toBe(200)
  await set('capacity', [{ from: '2020-01-01', pieces: 2 }])
  try {
    expect(await adding(dress, 1)).toBe('reserved')
  } finally {
    await set('capacity', [])
  }
})

test('a closed shop takes no addition, and the id of another order opens no payment link', async () => {
  const [first, other] = [await buy(), await buy()]
  const dress = await shop.db.product({ price: 40 })
  const wanted = { items: [{ id: dress.id, size: '10-12', quantity: 1 }], total_pence: 4_000 }
  expect(await addByCustomer(first, { ...wanted, request_id: other.id })).toBe('conflict')
  await set('closing', { closed: true, until: '2100-01-04T09:00:00Z', reason: 'We’re away.' })
  try {
    expect(await addByCustomer(first, wanted)).toBe('shop_closed')
  } finally {
    await set('closing', { closed: false, until: null, reason: '' })
  }
  expect(await addByCustomer(first, wanted)).toBe(200)
})

test('what costs less than a card can be charged is refused before there is a link, and can be paid in cash', async () => {
  const first = await buy()
  const button = await shop.db.product({ price: 0.2 })
  const items = [{ id: button.id, size: '10-12', quantity: 1 }]
  const wanted = { items, total_pence: 20 }
  expect(await codeOf(add(first.order_number, wanted))).toBe('amount_too_small')
  expect(await addByCustomer(first, wanted)).toBe('amount_too_small')
  const quoted = shop.db.asService(async (tx) =>
    quoteWares(tx, deps, {
      asked: { items: items.map((item) => ({ ...item, heelCm: null })), country: 'GB', service: '' },
      origin: await lockOrigin(tx, first),
    }),
  )
  expect(await codeOf(quoted)).toBe('amount_too_small')
  expect(await joinedTo(first.id)).toEqual([])
  const { id } = await add(first.order_number, { ...wanted, payment: 'cash' })
  expect(await read(id)).toMatchObject({ provider_state: 'paid', final_amount: '0.20' })
})
