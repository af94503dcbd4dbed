import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pence, poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { listReturns } from '#features/orders/returns/admin/owner-returns.ts'
import { listDays } from '#features/payments/reconciliation/money-days.ts'
import { reconcileOnSchedule } from '#features/payments/reconciliation/reconciliation.jobs.ts'
import { cancelOrder } from '#features/payments/refunds/cancel-order.ts'
import { refundAcross } from '#features/payments/refunds/refund-across.ts'
import { requestRefund } from '#features/payments/refunds/request-refund.ts'
import { sendRefund } from '#features/payments/refunds/send-refund.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import type { AppError } from '#platform/http/errors/app-error.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { undoByHand } from '../by-hand/hand-order.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import { endLink, openByLink, renewLink } from '../links/payment-links.ts'
import { placeExchange, quoteReturn } from './exchange.ts'

let shop: CheckoutShop
let deps: LinkDeps
let owner: string
beforeAll(async () => {
  shop = await checkoutShop()
  deps = { ...shop.paymentDeps, settingSources: {} }
  owner = (await shop.db.user({ admin: true })).id
})
afterAll(() => shop[Symbol.asyncDispose]())

type Product = Awaited<ReturnType<CheckoutShop['db']['product']>>

function read(id: string) {
  return shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

function linesOf(id: string) {
  return shop.db.asService((tx) =>
    tx
      .selectFrom('order_lines')
      .select(['size', 'quantity', ...penceOf('unit_price', 'discount_amount')])
      .where('order_id', '=', id)
      .orderBy('position')
      .execute(),
  )
}

/** A paid order that was delivered. */
async function bought(product: Product, { quantity = 1, code }: { quantity?: number; code?: string } = {}) {
  const items = [itemOf(product, { quantity })]
  const { body } = await shop.press({ items, cartId: randomUUID(), ...(code && { discountCode: code }) })
  await shop.pay(String(body.sessionId))
  await shop.runJobs()
  const order = await shop.order(String(body.sessionId))
  await setStatus(order.id, 'delivered')
  return order
}

function setStatus(id: string, order_status: string) {
  return shop.db.asService((tx) => tx.updateTable('pre_orders').set({ order_status }).where('id', '=', id).execute())
}

/** A return of so many pieces of an order's first line. */
async function sentBack(orderId: string, quantity = 1) {
  const id = randomUUID()
  await shop.db.asService(async (tx) => {
    await tx.insertInto('private.returns').values({ id, order_id: orderId, kind: 'withdrawal' }).execute()
    const line = await tx
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', orderId)
      .orderBy('position')
      .limit(1)
      .executeTakeFirstOrThrow()
    await tx.insertInto('private.return_lines').values({ return_id: id, line_id: line.id, quantity }).execute()
  })
  return id
}

async function readReturn(orderId: string, id: string) {
  const { order_number: number } = await read(orderId)
  const { returns } = await shop.db.asService((tx) => listReturns(tx, number))
  const found = returns.find((each) => each.id === id)
  if (!found) throw new Error('no return')
  return found
}

type Wanted = { orderId: string; returnId: string; product: Product; quantity?: number; size?: string }
type Choice = { payment?: 'link' | 'cash' | 'bank'; requestId?: string; seen?: number }

async function exchange({ orderId, returnId, product, quantity = 1, size = '8-10' }: Wanted, choice: Choice = {}) {
  const { version } = await readReturn(orderId, returnId)
  const asked = { id: returnId, version, items: [{ id: product.id, size, quantity, heelCm: null }] }
  const { difference_pence } = await shop.db.asService((tx) => quoteReturn(tx, deps, asked))
  const { payment = 'link', requestId = randomUUID(), seen = difference_pence } = choice
  const order = { ...asked, request_id: requestId, payment, difference_pence: seen }
  const { id } = await shop.db.asService((tx) => placeExchange(tx, deps, order, owner))
  return { id, difference: difference_pence }
}

async function pay(id: string) {
  const { sessionId } = await openByLink(deps, id, 'http://shop.test/pay/x')
  await shop.pay(sessionId)
  await settleOrder(shop.paymentDeps, sessionId)
}

async function cancel(id: string, refund = true) {
  const { order_number: orderNumber } = await read(id)
  const cancellation = { orderNumber, reason: null, refund, requestedBy: owner }
  await cancelOrder(shop.paymentDeps, cancellation, { claims: { role: 'service_role' } })
}

function refundsOf(id: string) {
  return shop.db.asService((tx) =>
    tx
      .selectFrom('private.refunds')
      .select(['id', 'state', ...penceOf('amount')])
      .where('order_id', '=', id)
      .orderBy('requested_at')
      .execute(),
  )
}

const give = (orderId: string, amount: number) =>
  shop.db.asService((tx) => {
    const refund = { id: randomUUID(), orderId, amountPence: pence(amount), reason: 'returned', note: null } as const
    return refundAcross(tx, deps, { ...refund, requestedBy: owner })
  })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: AppError) => error.code,
  )

const asCaller: Parameters<typeof endLink>[2] = (work) => shop.db.asService(work)

test('size for size costs what was paid for the piece, its share of the discount included, and nothing more', async () => {
  const dress = await shop.db.product({ price: 33.33 })
  const { code } = await shop.db.discountCode({ percent: 10 })
  const first = await bought(dress, { quantity: 3, code })
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ price: poundsFromPence(pence(6_000)) })
      .where('id', '=', dress.id)
      .execute(),
  )
  const returnId = await sentBack(first.id, 3)
  const before = (await shop.db.asService(listDays))[0]
  const { id, difference } = await exchange({ orderId: first.id, returnId, product: dress, quantity: 3 })
  expect(difference).toBe(0)
  const order = await read(id)
  expect(order).toMatchObject({
    payment_provider: 'exchange',
    provider_state: 'paid',
    order_view: 'to_make',
    product_price: '89.99',
    discount_amount: '89.99',
    shipping_amount: '0.00',
    final_amount: '0.00',
    customer_email: first.customer_email,
    shipping_postcode: first.shipping_postcode,
    delivery_service: first.delivery_service,
    notes: `Exchange for a return of order ${first.order_number}.`,
  })
  expect(order.arrive_by).not.toBeNull()
  expect((await linesOf(id)).map(({ unit_price, quantity }) => unit_price * quantity)).toEqual([6_000, 2_999])
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'exchanged', exchange: order.order_number })
  expect(await refundsOf(first.id)).toEqual([])
  const after = (await shop.db.asService(listDays))[0]
  expect([after?.paid_pence, after?.payments]).toEqual([before?.paid_pence, before?.payments])
  await reconcileOnSchedule(shop.paymentDeps)
  const found = await shop.db.asService((tx) => tx.selectFrom('private.payment_discrepancies').selectAll().execute())
  expect(found).toEqual([])
})

test('a dearer garment is paid by link, and what pays for it is not refunded as well', async () => {
  const [dress, coat] = [await shop.db.product({ price: 40 }), await shop.db.product({ price: 65 })]
  const first = await bought(dress)
  const returnId = await sentBack(first.id)
  const { id, difference } = await exchange({ orderId: first.id, returnId, product: coat })
  expect(difference).toBe(2_500)
  expect(await read(id)).toMatchObject({ provider_state: 'creating', order_view: 'unpaid' })
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'exchanged' })
  await pay(id)
  expect(await read(id)).toMatchObject({ provider_state: 'paid', payment_provider: 'test', final_amount: '25.00' })
  const delivery = Math.round(Number(first.shipping_amount) * 100)
  const rest = shop.db.asService((tx) => {
    const refund = { orderId: first.id, amountPence: pence(delivery + 1), reason: 'goodwill', note: null } as const
    return requestRefund(tx, deps, { ...refund, requestedBy: owner })
  })
  await expect(rest).rejects.toMatchObject({ code: 'bad_request' })
})

test('a cheaper garment gives the difference back, a minute later and once', async () => {
  const [dress, skirt] = [await shop.db.product({ price: 40 }), await shop.db.product({ price: 30 })]
  const first = await bought(dress)
  const returnId = await sentBack(first.id)
  const requestId = randomUUID()
  const { difference } = await exchange({ orderId: first.id, returnId, product: skirt }, { requestId })
  expect(difference).toBe(-1_000)
  const [refund] = await refundsOf(first.id)
  expect(refund).toMatchObject({ amount: 1_000, state: 'requested' })
  const send = () => sendRefund(shop.paymentDeps)(String(refund?.id))
  await send()
  expect(await refundsOf(first.id)).toMatchObject([{ state: 'requested' }])
  await shop.db.asService((tx) =>
    sql`update private.refunds set next_attempt_at = now() where id = ${refund?.id}`.execute(tx),
  )
  await send()
  expect(await read(first.id)).toMatchObject({ refunded_amount: '10.00' })
  expect(await refundsOf(first.id)).toMatchObject([{ amount: 1_000, state: 'succeeded' }])
})

test('an undo opens the return again and drops the refund, until the refund has left', async () => {
  const [dress, skirt] = [await shop.db.product({ price: 40 }), await shop.db.product({ price: 30 })]
  const first = await bought(dress)
  const returnId = await sentBack(first.id)
  await shop.db.asService((tx) =>
    tx
      .updateTable('private.returns')
      .set({ state: 'received', received_at: new Date() })
      .where('id', '=', returnId)
      .execute(),
  )
  const { id } = await exchange({ orderId: first.id, returnId, product: skirt })
  const { order_number: number } = await read(id)
  await shop.db.asService((tx) => undoByHand(tx, number))
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'received', exchange: null, settled_at: null })
  expect(await refundsOf(first.id)).toEqual([])
  const emails = await shop.db.asService((tx) =>
    tx.selectFrom('private.outbox').select('kind').where('order_id', '=', id).where('state', '=', 'waiting').execute(),
  )
  expect(emails).toEqual([])
  const again = await exchange({ orderId: first.id, returnId, product: skirt })
  await shop.db.asService((tx) => sql`update private.refunds set attempts = 1 where order_id = ${first.id}`.execute(tx))
  const { order_number: later } = await read(again.id)
  expect(await codeOf(shop.db.asService((tx) => undoByHand(tx, later)))).toBe('conflict')
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'exchanged' })
})

test('a cancelled exchange gives its own payment back, and its return is open for the rest', async () => {
  const [dress, coat, skirt] = await Promise.all([40, 65, 30].map((price) => shop.db.product({ price })))
  const first = await bought(dress as Product)
  const returnId = await sentBack(first.id)
  const { id } = await exchange({ orderId: first.id, returnId, product: coat as Product })
  await pay(id)
  await cancel(id)
  expect(await refundsOf(id)).toMatchObject([{ amount: 2_500 }])
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'requested', worth_pence: 4_000 })
  const second = await bought(dress as Product)
  const cheaper = await sentBack(second.id)
  const { id: other } = await exchange({ orderId: second.id, returnId: cheaper, product: skirt as Product })
  await cancel(other)
  expect(await readReturn(second.id, cheaper)).toMatchObject({ state: 'requested', worth_pence: 3_000 })
  expect(await codeOf(exchange({ orderId: second.id, returnId: cheaper, product: skirt as Product }))).toBe('conflict')
  // Revived, it is exchanged again.
  await setStatus(other, 'pending')
  expect(await readReturn(second.id, cheaper)).toMatchObject({ state: 'exchanged' })
})

test('a cancelled exchange is not taken up again once its return was refunded', async () => {
  const dress = await shop.db.product({ price: 40 })
  const first = await bought(dress)
  const returnId = await sentBack(first.id)
  const { id } = await exchange({ orderId: first.id, returnId, product: dress })
  await cancel(id)
  await shop.db.asService((tx) =>
    tx
      .updateTable('private.returns')
      .set({ state: 'refunded', settled_at: new Date() })
      .where('id', '=', returnId)
      .execute(),
  )
  await expect(setStatus(id, 'pending')).rejects.toMatchObject({ code: 'PT409' })
  const other = await bought(dress)
  const goodwill = await sentBack(other.id)
  const exchanged = await exchange({ orderId: other.id, returnId: goodwill, product: dress })
  await cancel(exchanged.id)
  await give(other.id, 4_000)
  await expect(setStatus(exchanged.id, 'pending')).rejects.toMatchObject({ code: 'PT409' })
})

test('an ended link opens the return; renewed, it is exchanged at the same price, but not once it was refunded', async () => {
  const [dress, coat] = [await shop.db.product({ price: 40 }), await shop.db.product({ price: 65 })]
  const first = await bought(dress)
  const returnId = await sentBack(first.id)
  const { id } = await exchange({ orderId: first.id, returnId, product: coat })
  const { order_number: orderNumber } = await read(id)
  await endLink(deps, orderNumber, asCaller)
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'requested' })
  await shop.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ price: poundsFromPence(pence(9_000)) })
      .where('id', '=', coat.id)
      .execute(),
  )
  await shop.db.asService((tx) => renewLink(tx, deps, { orderNumber, days: 3 }))
  expect(await readReturn(first.id, returnId)).toMatchObject({ state: 'exchanged' })
  await pay(id)
  expect(await read(id)).toMatchObject({ provider_state: 'paid', final_amount: '25.00' })

  const second = await bought(dress)
  const other = await sentBack(second.id)
  const ended = await exchange({ orderId: second.id, returnId: other, product: coat })
  const { sessionId } = await openByLink(deps, ended.id, 'http://shop.test/pay/x')
  const { order_number: number } = await read(ended.id)
  await endLink(deps, number, asCaller)
  await give(second.id, 4_000)
  const renewing = shop.db.asService((tx) => renewLink(tx, deps, { orderNumber: number, days: 3 }))
  await expect(renewing).rejects.toMatchObject({ code: 'PT409' })
  expect(await read(ended.id)).toMatchObject({ provider_state: 'expired', payment_session_id: sessionId })
})

test('of two owners at once one exchanges, and one press that is sent ten times makes one order', async () => {
  const dress = await shop.db.product({ price: 40 })
  const first = await bought(dress)
  const returnId = await sentBack(first.id)
  const wanted = { orderId: first.id, returnId, product: dress }
  const two = await Promise.all([codeOf(exchange(wanted)), codeOf(exchange(wanted))])
  expect(two.sort()).toEqual(['conflict', 'done'])
  const other = await bought(dress)
  const same = { orderId: other.id, returnId: await sentBack(other.id), product: dress }
  const { version } = await readReturn(other.id, same.returnId)
  const items = [{ id: dress.id, size: '8-10', quantity: 1, heelCm: null }]
  const press = {
    id: same.returnId,
    version,
    items,
    request_id: randomUUID(),
    payment: 'link',
    difference_pence: 0,
  } as const
  const made = await Promise.all(
    Array.from({ length: 10 }, () => shop.db.asService((tx) => placeExchange(tx, deps, press, owner))),
  )
  expect(new Set(made.map(({ id }) => id))).toEqual(new Set([press.request_id]))
  const joined = await shop.db.asService((tx) =>
    tx.selectFrom('private.exchanges').select('order_id').where('origin_id', '=', other.id).execute(),
  )
  expect(joined).toHaveLength(1)
})

test('a return that was refunded, was not posted, or has nothing left is not exchanged', async () => {
  const dress = await shop.db.product({ price: 40 })
  const first = await bought(dress)
  const settled = await sentBack(first.id)
  await shop.db.asService((tx) =>
    tx
      .updateTable('private.returns')
      .set({ state: 'refunded', settled_at: new Date() })
      .where('id', '=', settled)
      .execute(),
  )
  expect(await codeOf(exchange({ orderId: first.id, returnId: settled, product: dress }))).toBe('conflict')
  const { body } = await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  await shop.pay(String(body.sessionId))
  await shop.runJobs()
  const unsent = await shop.order(String(body.sessionId))
  expect(await codeOf(exchange({ orderId: unsent.id, returnId: await sentBack(unsent.id), product: dress }))).toBe(
    'conflict',
  )
  const spent = await bought(dress)
  await give(spent.id, Math.round(Number(spent.final_amount) * 100))
  expect(await codeOf(exchange({ orderId: spent.id, returnId: await sentBack(spent.id), product: dress }))).toBe(
    'conflict',
  )
  const other = await bought(dress)
  const wanted = { orderId: other.id, returnId: await sentBack(other.id), product: dress }
  expect(await codeOf(exchange(wanted, { seen: 5 }))).toBe('price_changed')
  const dearer = await shop.db.product({ price: 40.1 })
  expect(await codeOf(exchange({ ...wanted, product: dearer }))).toBe('bad_request')
  expect(await readReturn(other.id, wanted.returnId)).toMatchObject({ state: 'requested' })
})

test('a refund of the first order and a revival of its exchange at once: the payment pays for one of them', async () => {
  const dress = await shop.db.product({ price: 40 })
  for (let round = 0; round < 5; round += 1) {
    const first = await bought(dress)
    const { id } = await exchange({ orderId: first.id, returnId: await sentBack(first.id), product: dress })
    await cancel(id)
    const done = await Promise.allSettled([setStatus(id, 'pending'), give(first.id, 4_000)])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectWithinPayments([first.id, id])
  }
})

test('an exchange that is returned is refunded from both payments, and never more than they have', async () => {
  const [dress, coat] = [await shop.db.product({ price: 40 }), await shop.db.product({ price: 65 })]
  const first = await bought(dress)
  const { id } = await exchange({ orderId: first.id, returnId: await sentBack(first.id), product: coat })
  await pay(id)
  await setStatus(id, 'delivered')
  const returnId = await sentBack(id)
  expect(await readReturn(id, returnId)).toMatchObject({ worth_pence: 6_500, suggested_pence: 6_500 })
  await expect(give(id, 6_501)).rejects.toMatchObject({ code: 'bad_request' })
  await give(id, 6_500)
  expect(await refundsOf(id)).toMatchObject([{ amount: 2_500 }])
  expect(await refundsOf(first.id)).toMatchObject([{ amount: 4_000 }])
  await expect(give(id, 1)).rejects.toMatchObject({ code: 'bad_request' })
  expect(await readReturn(id, returnId)).toMatchObject({ worth_pence: 0 })
})

test('whatever is exchanged, paid, cancelled and refunded, no payment gives back or pays for more than it is', async () => {
  const prices = [30, 40, 55.55, 80]
  const products = await Promise.all(prices.map((price) => shop.db.product({ price })))
  const { code } = await shop.db.discountCode({ percent: 15 })
  const step = fc.record({
    product: fc.nat(prices.length - 1),
    pays: fc.boolean(),
    cancels: fc.integer({ max: 3, min: 0 }).map((n) => n === 0),
    refund: fc.integer({ min: 0, max: 9_000 }),
    at: fc.nat(3),
  })
  const history = fc.record({
    product: fc.nat(prices.length - 1),
    quantity: fc.integer({ min: 1, max: 2 }),
    discounted: fc.boolean(),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ product, quantity, discounted, steps }) => {
      const first = await bought(products[product] as Product, { quantity, ...(discounted && { code }) })
      const orders = [first.id]
      for (const { product: next, pays, cancels, refund, at } of steps) {
        const orderId = String(orders.at(-1))
        const { provider_state, order_status } = await read(orderId)
        if (order_status === 'delivered' && provider_state !== 'creating') {
          const wanted = { orderId, returnId: await sentBack(orderId), product: products[next] as Product }
          const made = await exchange(wanted).catch((error: AppError) => {
            expect(error.code).toMatch(/^(conflict|bad_request)$/)
            return null
          })
          if (made) {
            orders.push(made.id)
            if (made.difference > 0 && pays) await pay(made.id)
            if (cancels) await cancel(made.id)
            else if (made.difference <= 0 || pays) await setStatus(made.id, 'delivered')
          }
        }
        if (refund > 0) await codeOf(give(orders[at % orders.length] as string, refund))
      }
      await expectWithinPayments(orders)
    }),
    { numRuns: 10 },
  )
})

/** Of each order: refunds and exchanges take no more than its payment and credit. Of all: refunds no more than was paid. */
async function expectWithinPayments(orders: string[]): Promise<void> {
  const rows = await shop.db.asService((tx) =>
    sql<{ left: number; paid: number; refunded: number }>`
      select private.left_of_order(id)::float8 as left,
        (case when reported_paid then final_amount else 0 end)::float8 as paid,
        coalesce((select sum(amount) from private.refunds where order_id = placed.id and state <> 'failed'), 0)::float8 as refunded
        from public.pre_orders as placed where id = any(${orders}::uuid[])`.execute(tx),
  )
  for (const { left } of rows.rows) expect(left).toBeGreaterThanOrEqual(0)
  const sum = (key: 'paid' | 'refunded') => rows.rows.reduce((total, row) => total + row[key], 0)
  expect(sum('refunded')).toBeLessThanOrEqual(sum('paid') + 0.001)
}
