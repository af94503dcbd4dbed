import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { formatDay } from '#base/calendar-day.ts'
import { pence } from '#base/money.ts'
import { readScore } from '#features/orders/promises/read-score.ts'
import { listDays } from '#features/payments/reconciliation/money-days.ts'
import { reconcileOnSchedule } from '#features/payments/reconciliation/reconciliation.jobs.ts'
import { cancelOrder } from '#features/payments/refunds/cancel-order.ts'
import { requestRefund } from '#features/payments/refunds/request-refund.ts'
import type { AppError } from '#platform/http/errors/app-error.ts'
import { shop as config } from '#shop'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { openByLink } from '../links/payment-links.ts'
import { addHandOrder } from './hand-order.contract.ts'
import { placeByHand, quote, undoByHand } from './hand-order.ts'
import type { LinkDeps } from './terms-by-hand.ts'

let shop: CheckoutShop
let deps: LinkDeps
beforeAll(async () => {
  shop = await checkoutShop()
  deps = { ...shop.paymentDeps, settingSources: {} }
  // Her own address, to which e-mails about new orders would go.
  await shop.db.asService((tx) =>
    sql`insert into private.settings (name, value) values ('owner_emails', '"owner@example.com"')`.execute(tx),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const address = {
  shipping_address: '1 Barley Row',
  shipping_city: 'Leeds',
  shipping_postcode: 'LS1 4AP',
  shipping_country: 'GB',
}

type Wanted = { items: readonly object[] } & Partial<Record<keyof z.input<typeof addHandOrder.request>, unknown>>

function orderOf(wanted: Wanted) {
  return addHandOrder.request.parse({
    request_id: randomUUID(),
    country: 'GB',
    service: 'tracked-48',
    customer_name: 'Ruth Moab',
    customer_email: 'ruth@example.com',
    address,
    payment: 'cash',
    total_pence: 0,
    ...wanted,
  })
}

/** Writes an order down at the total that is quoted for it. */
async function place(wanted: Wanted): Promise<string> {
  const order = orderOf(wanted)
  const { total_pence } = await shop.db.asService((tx) => quote(tx, deps, order))
  const { id } = await shop.db.asService((tx) => placeByHand(tx, deps, { ...order, total_pence }))
  return id
}

function read(id: string) {
  return shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

function emailsOf(id: string) {
  return shop.db.asService((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['kind', 'state', sql<boolean>`next_attempt_at > now() + interval '30 seconds'`.as('waits')])
      .where('order_id', '=', id)
      .orderBy('kind')
      .execute(),
  )
}

const garment = (id: string, more: object = {}) => ({ id, size: '10-12', quantity: 1, ...more })

test('an order by hand costs what the same cart costs, and is paid, sold and confirmed', async () => {
  const dress = await shop.db.product({ price: 89.5 })
  const { code } = await shop.db.discountCode({ percent: 15, max_redemptions: 5 })
  const id = await place({ items: [garment(dress.id, { quantity: 2, heightCm: 168, heelCm: 0 })], discount_code: code })
  const bought = await shop.press({ items: [itemOf(dress, { quantity: 2 })], discountCode: code, cartId: randomUUID() })
  const cart = await shop.order(String(bought.body.sessionId))
  const order = await read(id)
  const { product_price, discount_amount, dispatch_by } = cart
  expect(order).toMatchObject({ product_price, discount_amount, dispatch_by })
  expect(order).toMatchObject({ payment_provider: 'cash', provider_state: 'paid', payment_status: 'paid' })
  expect(order).toMatchObject({ order_view: 'to_make', delivery_service: 'tracked-48', customer_name: 'Ruth Moab' })
  const options = cart.delivery_options as { id: string; price: number }[]
  const delivery = options.find((each) => each.id === 'tracked-48')?.price
  expect(Number(order.shipping_amount)).toBe(Number(delivery))
  expect(Number(order.final_amount)).toBeCloseTo(Number(product_price) - Number(discount_amount) + Number(delivery), 2)
  expect(order.arrive_by).not.toBeNull()
  expect(await emailsOf(id)).toMatchObject([
    { kind: 'order_confirmation', state: 'waiting', waits: true },
    { kind: 'owner_order_paid', state: 'dropped' },
  ])
  const { redeemed } = await shop.db.asService((tx) =>
    tx.selectFrom('discount_codes').select('redeemed').where('code', '=', code).executeTakeFirstOrThrow(),
  )
  expect(redeemed).toBe(1)
})

test('cash and bank are on the money page by name, and the provider’s comparison leaves them out', async () => {
  const dress = await shop.db.product({ price: 40 })
  const before = (await shop.db.asService(listDays))[0]
  await place({ items: [garment(dress.id)], service: 'collected', address: null, payment: 'bank' })
  await place({ items: [garment(dress.id)], service: 'collected', address: null, payment: 'cash' })
  const after = (await shop.db.asService(listDays))[0]
  const grown = (key: 'paid_pence' | 'cash_pence' | 'bank_pence' | 'payments') =>
    (after?.[key] ?? 0) - (before?.[key] ?? 0)
  expect([grown('paid_pence'), grown('cash_pence'), grown('bank_pence'), grown('payments')]).toEqual([
    8_000, 4_000, 4_000, 2,
  ])
  await reconcileOnSchedule(shop.paymentDeps)
  const found = await shop.db.asService((tx) => tx.selectFrom('private.payment_discrepancies').selectAll().execute())
  expect(found).toEqual([])
})

test('what was handed over is delivered, with a confirmation and no e-mail about a parcel', async () => {
  const dress = await shop.db.product()
  const id = await place({ items: [garment(dress.id)], service: 'collected', address: null, handed_over: true })
  expect(await read(id)).toMatchObject({
    order_status: 'delivered',
    delivery_service: 'collected',
    shipping_amount: '0.00',
  })
  expect(await emailsOf(id)).toMatchObject([
    { kind: 'order_confirmation', state: 'waiting' },
    { kind: 'order_delivered', state: 'dropped' },
    { kind: 'owner_order_paid', state: 'dropped' },
  ])
  const silent = await place({ items: [garment(dress.id)], customer_email: '' })
  expect(await emailsOf(silent)).toMatchObject([{ kind: 'owner_order_paid', state: 'dropped' }])
})

test('what was handed over at once had no day to keep: the score leaves it out', async () => {
  const gown = await shop.db.product({ price: 70 })
  const score = async () => (await shop.db.asService(readScore)).all
  const before = await score()
  const fair = { items: [garment(gown.id)], service: 'collected', address: null }
  await place({ ...fair, handed_over: true })
  expect(await score()).toEqual(before)
  await place(fair)
  expect(await score()).toEqual({ ...before, open: before.open + 1 })
})

test('wrong input is refused at its field', () => {
  const wrong = (wanted: object) =>
    addHandOrder.request
      .safeParse({ ...orderOf({ items: [garment(randomUUID())] }), ...wanted })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(wrong({ payment: 'link', customer_email: '' })).toEqual(['customer_email'])
  expect(wrong({ address: null })).toEqual(['address'])
  expect(wrong({ customer_name: ' ' })).toEqual(['customer_name'])
  expect(wrong({ customer_email: 'ruth' })).toEqual(['customer_email'])
  expect(wrong({ handed_over: true })).toEqual(['handed_over'])
  expect(wrong({ items: [] })).toEqual(['items'])
  expect(wrong({ items: [garment(randomUUID(), { heightCm: 12 })] })).toEqual(['items.0.heightCm'])
  expect(wrong({ payment: 'link', address: null })).toBeUndefined()
})

test('one form that is sent ten times at once makes one order', async () => {
  const dress = await shop.db.product()
  const order = orderOf({ items: [garment(dress.id)] })
  const { total_pence } = await shop.db.asService((tx) => quote(tx, deps, order))
  const send = () => shop.db.asService((tx) => placeByHand(tx, deps, { ...order, total_pence }))
  const made = await Promise.all(Array.from({ length: 10 }, send))
  expect(new Set(made.map(({ id }) => id))).toEqual(new Set([order.request_id]))
  expect(await emailsOf(order.request_id)).toHaveLength(2)
})

test('the last pieces of a limited pre-order go to one of twenty orders by hand and carts at once', async () => {
  const dress = await shop.db.product({
    is_preorder: true,
    preorder_end_date: new Date(Date.now() + 9e8),
    preorder_limit: 2,
  })
  const order = orderOf({ items: [garment(dress.id, { quantity: 2 })] })
  const { total_pence } = await shop.db.asService((tx) => quote(tx, deps, order))
  const byHand = () =>
    shop.db
      .asService((tx) => placeByHand(tx, deps, { ...order, request_id: randomUUID(), total_pence }))
      .then(
        () => 'sold',
        (error: AppError) => error.code,
      )
  const cart = async () =>
    (await shop.press({ items: [itemOf(dress, { quantity: 2 })], cartId: randomUUID() }, '203.0.113.9')).status
  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? byHand() : cart())))
  expect(results.filter((result) => result === 'sold' || result === 200)).toHaveLength(1)
})

test('another total than the owner saw is refused before anything is written', async () => {
  const dress = await shop.db.product({ price: 50 })
  const order = orderOf({ items: [garment(dress.id)], total_pence: 1 })
  const placing = shop.db.asService((tx) => placeByHand(tx, deps, order))
  await expect(placing).rejects.toMatchObject({ code: 'price_changed' })
  const wrongService = orderOf({ items: [garment(dress.id)], service: 'moon' })
  await expect(shop.db.asService((tx) => quote(tx, deps, wrongService))).rejects.toMatchObject({ code: 'bad_request' })
})

test('an undo deletes the order, its e-mail and its use of a code, until the e-mail has left', async () => {
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const items = [garment(dress.id)]
  const id = await place({ items, discount_code: code })
  const { order_number } = await read(id)
  await shop.db.asService((tx) => undoByHand(tx, order_number))
  const rows = await shop.db.asService((tx) => tx.selectFrom('pre_orders').select('id').where('id', '=', id).execute())
  expect(rows).toEqual([])
  const waiting = await shop.db.asService((tx) =>
    tx.selectFrom('private.outbox').select('id').where('cause', '=', id).where('state', '=', 'waiting').execute(),
  )
  expect(waiting).toEqual([])
  const again = await place({ items, discount_code: code })
  await shop.db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'sent' }).where('order_id', '=', again).execute(),
  )
  const { order_number: known } = await read(again)
  const undoing = shop.db.asService((tx) => undoByHand(tx, known))
  await expect(undoing).rejects.toMatchObject({ code: 'conflict' })
  const online = await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  const { order_number: cart } = await shop.order(String(online.body.sessionId))
  await expect(shop.db.asService((tx) => undoByHand(tx, cart))).rejects.toMatchObject({ code: 'conflict' })
})

test('money that she gives back herself is recorded at once, never twice, and a customer’s cancellation owes it', async () => {
  const dress = await shop.db.product({ price: 60 })
  const { id: owner } = await shop.db.user({ admin: true })
  const id = await place({ items: [garment(dress.id)], service: 'collected', address: null })
  const refund = { orderId: id, reason: 'goodwill', note: null, requestedBy: owner } as const
  const give = (amountPence: number, refundId = randomUUID()) =>
    shop.db.asService((tx) =>
      requestRefund(tx, shop.paymentDeps, { ...refund, id: refundId, amountPence: pence(amountPence) }),
    )
  const same = randomUUID()
  await Promise.all([give(1_000, same), give(1_000, same), give(1_000, same)])
  expect(await read(id)).toMatchObject({ provider_state: 'partly_refunded', refunded_amount: '10.00' })
  await expect(give(5_001)).rejects.toMatchObject({ code: 'bad_request' })
  const { order_number: orderNumber } = await read(id)
  const byOwner = { orderNumber, reason: null, refund: true, requestedBy: owner }
  await cancelOrder(shop.paymentDeps, byOwner, { claims: { role: 'service_role' } })
  expect(await read(id)).toMatchObject({
    order_status: 'cancelled',
    provider_state: 'refunded',
    refunded_amount: '60.00',
  })
  expect((await emailsOf(id)).filter(({ kind }) => kind === 'order_refunded')).toHaveLength(2)

  const other = await place({ items: [garment(dress.id)], service: 'collected', address: null })
  const { order_number: number } = await read(other)
  const byCustomer = { orderNumber: number, reason: null, refund: true, onlyOnce: true, requestedBy: null }
  await cancelOrder(shop.paymentDeps, byCustomer, { claims: { role: 'service_role' } })
  expect(await read(other)).toMatchObject({
    order_status: 'cancelled',
    provider_state: 'paid',
    refunded_amount: '0.00',
  })
  const notes = await shop.db.asService((tx) =>
    tx.selectFrom('private.order_notes').select('kind').where('order_id', '=', other).execute(),
  )
  expect(notes).toEqual([{ kind: 'refund_owed' }])
})

test('for every order by hand the columns add up to what was quoted', async () => {
  const prices = [0.5, 12.99, 40, 119.99, 300]
  const products = await Promise.all(prices.map((price) => shop.db.product({ price })))
  const { code } = await shop.db.discountCode({ percent: 33 })
  const services = config.zones.flatMap(({ countries, services }) =>
    services.map(({ id }) => ({ country: countries[0] ?? 'GB', service: id })),
  )
  const wanted = fc.record({
    lines: fc.uniqueArray(fc.record({ at: fc.nat(prices.length - 1), quantity: fc.integer({ min: 1, max: 4 }) }), {
      selector: ({ at }) => at,
      minLength: 1,
      maxLength: 4,
    }),
    where: fc.oneof(fc.constantFrom(...services), fc.constant({ country: 'GB', service: 'collected' })),
    discount_code: fc.constantFrom(null, code),
    payment: fc.constantFrom('cash' as const, 'bank' as const),
  })
  await fc.assert(
    fc.asyncProperty(wanted, async ({ lines, where, discount_code, payment }) => {
      const items = lines.map(({ at, quantity }) => garment(products[at]?.id ?? '', { quantity }))
      const address =
        where.service === 'collected'
          ? null
          : {
              ...orderOf({ items }).address,
              shipping_country: where.country,
              shipping_postcode: where.country === 'GB' ? 'LS1 4AP' : '1000',
            }
      const order = { ...orderOf({ items }), ...where, discount_code, payment, address: address as never }
      const quoted = await shop.db.asService((tx) => quote(tx, deps, order))
      const { id } = await shop.db.asService((tx) =>
        placeByHand(tx, deps, { ...order, total_pence: quoted.total_pence }),
      )
      const row = await read(id)
      const inPence = (amount: unknown) => Math.round(Number(amount) * 100)
      expect(inPence(row.final_amount)).toBe(quoted.total_pence)
      expect(inPence(row.product_price) - inPence(row.discount_amount) + inPence(row.shipping_amount)).toBe(
        quoted.total_pence,
      )
      expect(quoted.lines.reduce((sum, line) => sum + line.total_pence, 0)).toBe(quoted.subtotal_pence)
    }),
    { numRuns: 60 },
  )
})

test('an order whose link was paid a moment ago is not deleted, nor one to which garments were added', async () => {
  const dress = await shop.db.product({ price: 60 })
  const linked = await read(await place({ items: [garment(dress.id)], payment: 'link' }))
  const { sessionId } = await openByLink(deps, linked.id, 'http://shop.test/pay/x')
  await shop.pay(sessionId, { delivery: 'tracked-48' })
  await shop.runJobs()
  expect(await read(linked.id)).toMatchObject({ provider_state: 'paid', order_status: 'pending' })
  const undo = (number: string) => shop.db.asService((tx) => undoByHand(tx, number))
  await expect(undo(linked.order_number)).rejects.toMatchObject({ code: 'conflict' })
  const first = await read(await place({ items: [garment(dress.id)] }))
  await place({ items: [garment(dress.id)], joins: first.order_number })
  await expect(undo(first.order_number)).rejects.toMatchObject({ code: 'conflict' })
  expect(await read(first.id)).toMatchObject({ provider_state: 'paid' })
})

test('in a limited week a later day than the owner saw is refused before anything is written; without a day it is taken', async () => {
  const setCapacity = (value: string) =>
    shop.db.asService((tx) =>
      sql`insert into private.settings (name, value) values ('capacity', ${value}::jsonb)
        on conflict (name) do update set value = excluded.value`.execute(tx),
    )
  await setCapacity('[{"from": "2020-01-01", "pieces": 5}]')
  const gown = await shop.db.product({ price: 70, production_days: 1 })
  const order = orderOf({ items: [garment(gown.id)] })
  const { total_pence, dispatch_by } = await shop.db.asService((tx) => quote(tx, deps, order))
  await place({ items: [garment(gown.id)], request_id: randomUUID() })
  const press = (more: object) => shop.db.asService((tx) => placeByHand(tx, deps, { ...order, total_pence, ...more }))
  const refused = await press({ dispatch_by }).catch((error: AppError) => error)
  const { dispatch_by: now } = await shop.db.asService((tx) => quote(tx, deps, order))
  expect(now > dispatch_by).toBe(true)
  expect(refused).toMatchObject({
    code: 'day_changed',
    message: `Your order now leaves by ${formatDay(new Date(now))} instead of ${formatDay(new Date(dispatch_by))}. Press again if that suits you.`,
  })
  expect(
    await shop.db.asService((tx) =>
      tx.selectFrom('pre_orders').select('id').where('id', '=', order.request_id).execute(),
    ),
  ).toEqual([])
  // What is handed over has left.
  const fair = { request_id: randomUUID(), service: 'collected', handed_over: true, address: null }
  const collected = await shop.db.asService((tx) => quote(tx, deps, { ...order, service: 'collected' }))
  await press({ ...fair, total_pence: collected.total_pence, dispatch_by })
  const { id } = await press({ dispatch_by: now })
  // Sent again after its answer was lost, it is the same order, whose own work has moved the day since.
  expect(await press({ dispatch_by: now })).toEqual({ id })
  await press({ request_id: randomUUID() })
  await setCapacity('[]')
})
