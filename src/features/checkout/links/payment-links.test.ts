import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatDay } from '#base/calendar-day.ts'
import { changeOrders, lockForChange } from '#features/orders/admin/api/change-orders.ts'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { cancelOrder } from '#features/payments/refunds/cancel-order.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import type { AppError } from '#platform/http/errors/app-error.ts'
import { completeSession } from '#platform/payments/test/ledger.ts'
import { type CheckoutShop, checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { addHandOrder } from '../by-hand/hand-order.contract.ts'
import { placeByHand, quote } from '../by-hand/hand-order.ts'
import type { LinkDeps } from '../by-hand/terms-by-hand.ts'
import { closePaidPages } from '../checkout.jobs.ts'
import { closePage } from '../payment-page.ts'
import { dayPaidNow, moveToPaidNow } from './day-paid-now.ts'
import {
  endLink,
  expireEndedLinks,
  openByLink,
  renewLink,
  takeLinkByHand,
  undoEndLink,
  undoTakenByHand,
} from './payment-links.ts'

let shop: CheckoutShop
let deps: LinkDeps
beforeAll(async () => {
  shop = await checkoutShop()
  deps = { ...shop.paymentDeps, settingSources: {} }
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => later('0'))

function later(interval: string) {
  return shop.db.asService((tx) => sql`update private.clock set ahead = ${interval}::interval`.execute(tx))
}

async function place(wanted: object = {}): Promise<{ id: string; number: string; total: number }> {
  const dress = await shop.db.product({ price: 70 })
  const order = addHandOrder.request.parse({
    request_id: randomUUID(),
    items: [{ id: dress.id, size: '10-12', quantity: 1 }],
    country: 'GB',
    service: 'tracked-48',
    customer_name: 'Ruth Moab',
    customer_email: 'ruth@example.com',
    payment: 'link',
    link_days: 3,
    total_pence: 0,
    ...wanted,
  })
  const { total_pence } = await shop.db.asService((tx) => quote(tx, deps, order))
  const { id } = await shop.db.asService((tx) => placeByHand(tx, deps, { ...order, total_pence }))
  return { id, number: (await read(id)).order_number, total: total_pence }
}

function read(id: string) {
  return shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

const open = (id: string) => openByLink(deps, id, `http://shop.test/pay/${id}`)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ code, details }: AppError) => (details as { reason?: string } | undefined)?.reason ?? code,
  )
const asCaller: Parameters<typeof endLink>[2] = (work) => shop.db.asService(work)

async function kinds(id: string) {
  const emails = await shop.db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['kind', 'state']).where('order_id', '=', id).orderBy('kind').execute(),
  )
  return emails.map(({ kind, state }) => `${kind} ${state}`)
}

test('ten presses at once open one page, which is paid once', async () => {
  const { id, total } = await place()
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(id)))
  expect(new Set(pages.map(({ sessionId }) => sessionId)).size).toBe(1)
  const sessionId = pages[0]?.sessionId ?? ''
  expect((await shop.pay(sessionId, { delivery: 'tracked-48' })).status).toBe(303)
  await shop.runJobs()
  const order = await read(id)
  expect(order).toMatchObject({ provider_state: 'paid', payment_status: 'paid', shipping_city: 'Leeds' })
  expect(Math.round(Number(order.final_amount) * 100)).toBe(total)
  expect(await reasonOf(open(id))).toBe('paid')
  expect(await kinds(id)).toEqual(['order_confirmation waiting', 'order_payment_link waiting'])
})

test('what is collected is paid without an address, and keeps the name that was written down', async () => {
  const { id } = await place({ service: 'collected', customer_name: 'Naomi' })
  const { sessionId } = await open(id)
  expect(await (await shop.fetch(`/test-payment/${sessionId}`)).text()).not.toContain('Delivery address')
  const paid = await shop.pay(sessionId, { delivery: '', address: '', city: '', postcode: '' })
  expect(paid.status).toBe(303)
  await shop.runJobs()
  expect(await read(id)).toMatchObject({
    provider_state: 'paid',
    customer_name: 'Naomi',
    customer_email: 'ruth@example.com',
    delivery_service: 'collected',
    shipping_address: null,
    final_amount: '70.00',
  })
  const notes = await shop.db.asService((tx) =>
    tx.selectFrom('private.order_notes').select('kind').where('order_id', '=', id).execute(),
  )
  expect(notes).toEqual([])
})

test('when its page has expired the link opens another, and a late word about the first changes nothing', async () => {
  const { id } = await place()
  const first = await open(id)
  await later('61 minutes')
  await settleOpenSessions(shop.paymentDeps, 'expired')
  expect(await read(id)).toMatchObject({ provider_state: 'creating', payment_session_id: null })
  const second = await open(id)
  expect(second.sessionId).not.toBe(first.sessionId)
  await settleOrder(shop.paymentDeps, first.sessionId)
  expect(await read(id)).toMatchObject({ provider_state: 'open', payment_session_id: second.sessionId })
  // Without the job: the press itself closes the page that has expired.
  await later('125 minutes')
  const third = await open(id)
  await shop.pay(third.sessionId, { delivery: 'tracked-48' })
  await shop.runJobs()
  expect(await read(id)).toMatchObject({ provider_state: 'paid', payment_session_id: third.sessionId })
})

test('an order that is paid on two pages of its link keeps one payment, and the owner is told of the other', async () => {
  const { id } = await place()
  const first = await open(id)
  await later('61 minutes')
  await settleOpenSessions(shop.paymentDeps, 'expired')
  const second = await open(id)
  const pay = (session: string) =>
    shop.db.asService(async (tx) => {
      await sql`update private.test_payment_sessions set expires_at = '2040-01-01', status = 'open' where id = ${session}`.execute(
        tx,
      )
      const customer = {
        name: 'Ruth',
        email: 'ruth@example.com',
        phone: null,
        address: { line1: '1 Row', line2: null, city: 'Leeds', postcode: 'LS1 4AP', country: 'GB' },
      }
      const [option] = (await read(id)).delivery_options as { id: string; price: number }[]
      await completeSession(tx, {
        id: session,
        delivery: { id: option?.id ?? '', pricePence: Math.round(Number(option?.price) * 100) },
        customer,
      })
    })
  await pay(first.sessionId)
  await pay(second.sessionId)
  await Promise.all([first, second, first, second].map(({ sessionId }) => settleOrder(shop.paymentDeps, sessionId)))
  const order = await read(id)
  expect(order.provider_state).toBe('paid')
  const notes = await shop.db.asService((tx) =>
    tx.selectFrom('private.order_notes').select(['kind', 'facts']).where('order_id', '=', id).execute(),
  )
  const other = order.payment_session_id === first.sessionId ? second : first
  expect(notes).toEqual([{ kind: 'paid_twice', facts: { sessionId: other.sessionId } }])
})

test('a link that is over frees what it held, and renewing it holds that again unless it is sold', async () => {
  const dress = await shop.db.product({
    is_preorder: true,
    preorder_end_date: new Date(Date.now() + 9e8),
    preorder_limit: 1,
  })
  const items = [{ id: dress.id, size: '10-12', quantity: 1 }]
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const { id, number } = await place({ items, discount_code: code })
  const cart = () => shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  expect((await cart()).status).toBe(409)
  await later('3 days 1 minute')
  await expireEndedLinks(deps)
  expect(await read(id)).toMatchObject({ provider_state: 'expired' })
  expect(await reasonOf(open(id))).toBe('ended')
  const held = () =>
    shop.db.asService((tx) =>
      tx.selectFrom('discount_codes').select('held').where('code', '=', code).executeTakeFirstOrThrow(),
    )
  expect(await held()).toEqual({ held: 0 })
  await shop.db.asService((tx) => renewLink(tx, deps, { orderNumber: number, days: 1 }))
  expect(await read(id)).toMatchObject({ provider_state: 'creating' })
  expect(await held()).toEqual({ held: 1 })
  expect((await cart()).status).toBe(409)
  expect(await kinds(id)).toEqual(['order_payment_link waiting', 'order_payment_link waiting'])
  await later('5 days')
  await expireEndedLinks(deps)
  const sold = await cart()
  expect(sold.status).toBe(200)
  const renewing = shop.db.asService((tx) => renewLink(tx, deps, { orderNumber: number, days: 1 }))
  expect(await reasonOf(renewing)).toBe('reserved')
  expect(await read(id)).toMatchObject({ provider_state: 'expired' })
})

test('a changed price is not charged by a renewed link', async () => {
  const { id, number } = await place()
  await endLink(deps, number, asCaller)
  await shop.db.asService((tx) =>
    sql`update products set price = price + 1 where id in (select product_id from order_lines where order_id = ${id})`.execute(
      tx,
    ),
  )
  expect(await reasonOf(shop.db.asService((tx) => renewLink(tx, deps, { orderNumber: number, days: 1 })))).toBe(
    'conflict',
  )
})

test('ending a link closes its page; paying and ending at once has one outcome', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, number } = await place()
    const { sessionId } = await open(id)
    const [, state] = await Promise.all([
      shop.pay(sessionId, { delivery: 'tracked-48' }),
      endLink(deps, number, asCaller),
    ])
    await shop.runJobs()
    await settleOrder(shop.paymentDeps, sessionId)
    const record = await shop.paymentDeps.provider.getSession(sessionId)
    const order = await read(id)
    expect([record?.paymentStatus, order.provider_state]).toEqual(
      record?.paymentStatus === 'paid' ? ['paid', 'paid'] : ['unpaid', 'expired'],
    )
    if (state === 'ended') expect(order.provider_state).toBe('expired')
  }
  const { id, number } = await place()
  const { sessionId } = await open(id)
  expect(await endLink(deps, number, asCaller)).toBe('ended')
  expect((await shop.pay(sessionId)).status).toBe(410)
  expect(await kinds(id)).toEqual(['order_payment_link dropped'])
})

test('a cancelled order is not paid by its link', async () => {
  const { id, number } = await place()
  const { sessionId } = await open(id)
  const cancellation = { orderNumber: number, reason: null, refund: false, requestedBy: null }
  await cancelOrder(shop.paymentDeps, cancellation, { claims: { role: 'service_role' } })
  expect((await shop.pay(sessionId)).status).toBe(410)
  expect(await reasonOf(open(id))).toBe('cancelled')
})

test('cash instead of the link closes its page first, and one of many presses takes it', async () => {
  const { id, number } = await place()
  const { sessionId } = await open(id)
  const take = () => reasonOf(takeLinkByHand(deps, { orderNumber: number, payment: 'cash' }, asCaller))
  const taken = await Promise.all([take(), take(), take()])
  expect(taken.filter((reason) => reason === 'none')).toHaveLength(1)
  expect((await shop.pay(sessionId)).status).toBe(410)
  expect(await read(id)).toMatchObject({
    payment_provider: 'cash',
    provider_state: 'paid',
    delivery_service: 'tracked-48',
  })
  expect(await reasonOf(open(id))).toBe('paid')
  expect(await kinds(id)).toContain('order_confirmation waiting')
})

test('an order that is cancelled while its page is created is not paid by it', async () => {
  const { id, number } = await place()
  const cancellation = { orderNumber: number, reason: null, refund: false, requestedBy: null }
  const made: string[] = []
  const provider: LinkDeps['provider'] = Object.assign(Object.create(deps.provider), {
    createSession: async (request: Parameters<LinkDeps['provider']['createSession']>[0]) => {
      await cancelOrder(shop.paymentDeps, cancellation, { claims: { role: 'service_role' } })
      const session = await deps.provider.createSession(request)
      made.push(session.id)
      return session
    },
  })
  expect(await reasonOf(openByLink({ ...deps, provider }, id, 'http://shop.test/pay/x'))).toBe('cancelled')
  expect(made).toHaveLength(1)
  expect((await shop.pay(made[0] ?? '')).status).toBe(410)
})

test('a link whose order the owner has set to paid takes no second payment', async () => {
  const { id, number } = await place()
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('id', '=', id).execute(),
  )
  expect(await reasonOf(open(id))).toBe('paid')
  expect(await reasonOf(takeLinkByHand(deps, { orderNumber: number, payment: 'cash' }, asCaller))).toBe('paid')
})

test('cash for a parcel whose address nobody wrote down is noted for the owner; what is collected needs none', async () => {
  const notesOf = async (wanted: object) => {
    const { id, number } = await place(wanted)
    await takeLinkByHand(deps, { orderNumber: number, payment: 'cash' }, asCaller)
    const notes = await shop.db.asService((tx) =>
      tx.selectFrom('private.order_notes').select('kind').where('order_id', '=', id).execute(),
    )
    return notes.map(({ kind }) => kind)
  }
  expect(await notesOf({})).toEqual(['other'])
  expect(await notesOf({ service: 'collected' })).toEqual([])
})

test('undoing the end of a link opens it again as it was, and sends no second e-mail', async () => {
  const { id, number } = await place()
  const before = await shop.db.asService((tx) =>
    tx.selectFrom('private.payment_links').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow(),
  )
  const first = await open(id)
  await endLink(deps, number, asCaller)
  expect(await kinds(id)).toEqual(['order_payment_link dropped'])
  const undo = () => reasonOf(shop.db.asService((tx) => undoEndLink(tx, deps, number)))
  expect(await Promise.all([undo(), undo()])).toEqual(['none', 'none'])
  expect(await kinds(id)).toEqual(['order_payment_link waiting'])
  const after = await shop.db.asService((tx) =>
    tx.selectFrom('private.payment_links').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(after).toMatchObject({ ends_at: before.ends_at, ended_from: null, sends: 1 })
  const second = await open(id)
  expect(second.sessionId).not.toBe(first.sessionId)
  expect((await shop.pay(second.sessionId, { delivery: 'tracked-48' })).status).toBe(303)
  await shop.runJobs()
  expect(await undo()).toBe('paid')
})

test('a link whose e-mail had left is opened again without one, and one whose time is over is not', async () => {
  const { id, number } = await place()
  await shop.db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'sent' }).where('order_id', '=', id).execute(),
  )
  await endLink(deps, number, asCaller)
  await shop.db.asService((tx) => undoEndLink(tx, deps, number))
  expect(await kinds(id)).toEqual(['order_payment_link sent'])
  await endLink(deps, number, asCaller)
  await later('4 days')
  expect(await reasonOf(shop.db.asService((tx) => undoEndLink(tx, deps, number)))).toBe('conflict')
})

test('a renewed link opens a new page, not the one that was closed before its time', async () => {
  const { id, number } = await place()
  const first = await open(id)
  await endLink(deps, number, asCaller)
  await shop.db.asService((tx) => renewLink(tx, deps, { orderNumber: number, days: 3 }))
  const second = await open(id)
  expect(second.sessionId).not.toBe(first.sessionId)
  expect((await shop.pay(second.sessionId, { delivery: 'tracked-48' })).status).toBe(303)
})

test('cash that is taken back leaves the order waiting for its link, with its code held, until the confirmation leaves', async () => {
  const { code } = await shop.db.discountCode({ max_redemptions: 1 })
  const { id, number, total } = await place({ discount_code: code })
  await open(id)
  await takeLinkByHand(deps, { orderNumber: number, payment: 'cash' }, asCaller)
  const undo = () => reasonOf(shop.db.asService((tx) => undoTakenByHand(tx, deps, number)))
  const undone = await Promise.all([undo(), undo()])
  expect(undone.sort()).toEqual(['conflict', 'none'])
  expect(await read(id)).toMatchObject({
    provider_state: 'creating',
    payment_status: 'pending',
    payment_provider: 'test',
    order_view: 'unpaid',
    paid_at: null,
  })
  expect(await kinds(id)).toEqual(['order_confirmation dropped', 'order_payment_link waiting'])
  const uses = () =>
    shop.db.asService((tx) =>
      tx.selectFrom('discount_codes').select(['held', 'redeemed']).where('code', '=', code).executeTakeFirstOrThrow(),
    )
  expect(await uses()).toEqual({ held: 1, redeemed: 0 })
  const { sessionId } = await open(id)
  expect((await shop.pay(sessionId, { delivery: 'tracked-48' })).status).toBe(303)
  await shop.runJobs()
  const paid = await read(id)
  expect(paid).toMatchObject({ provider_state: 'paid', payment_provider: 'test' })
  expect(Math.round(Number(paid.final_amount) * 100)).toBe(total)
  expect(await uses()).toEqual({ held: 0, redeemed: 1 })
  expect(await undo()).toBe('conflict')

  const other = await place()
  await takeLinkByHand(deps, { orderNumber: other.number, payment: 'bank' }, asCaller)
  await shop.db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'sent' }).where('order_id', '=', other.id).execute(),
  )
  expect(await reasonOf(shop.db.asService((tx) => undoTakenByHand(tx, deps, other.number)))).toBe('conflict')
  expect(await read(other.id)).toMatchObject({ provider_state: 'paid' })
})

test('the list of orders has the state of each link', async () => {
  const stateOf = async (number: string) => {
    const order = await shop.db.asService((tx) => lockForChange(tx, number))
    return order.link?.state ?? null
  }
  const { id, number } = await place()
  expect(await stateOf(number)).toBe('open')
  await endLink(deps, number, asCaller)
  expect(await stateOf(number)).toBe('ended')
  await shop.db.asService((tx) => undoEndLink(tx, deps, number))
  await later('4 days')
  expect(await stateOf(number)).toBe('expired')
  await shop.db.asService((tx) => renewLink(tx, deps, { orderNumber: number, days: 3 }))
  const { sessionId } = await open(id)
  await shop.pay(sessionId, { delivery: 'tracked-48' })
  await shop.runJobs()
  expect(await stateOf(number)).toBe('paid')
  const cash = await place({ payment: 'cash', service: 'collected' })
  expect(await stateOf(cash.number)).toBeNull()
})

/** Sets an order to paid, as the list of orders does. */
async function setPaid(number: string, version?: number) {
  const change = { order_number: number, payment_status: 'paid' as const, ...(version && { version }) }
  const [result] = await changeOrders(shop.db, [change], {
    claims: { role: 'service_role' },
    context: {},
    log: deps.log,
    closePage: (orderId) => closePage(deps, orderId),
    promiseFromToday: (tx, orderId) => moveToPaidNow(tx, { orderId, settingSources: {} }),
  })
  return result
}

test('an order that is set to paid has its page closed in the same step', async () => {
  const { id, number } = await place()
  const { sessionId } = await open(id)
  const { version } = await read(id)
  expect(await setPaid(number, version)).toMatchObject({ ok: true, order: { payment_status: 'paid' } })
  expect((await shop.pay(sessionId, { delivery: 'tracked-48' })).status).toBe(410)
  expect(await reasonOf(open(id))).toBe('paid')
})

test('an order that is paid while it is set to paid is paid once, and the owner hears which', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, number } = await place()
    const { sessionId } = await open(id)
    const [page, result] = await Promise.all([shop.pay(sessionId, { delivery: 'tracked-48' }), setPaid(number)])
    await shop.runJobs()
    await settleOrder(shop.paymentDeps, sessionId)
    const order = await read(id)
    if (page.status === 303) expect([result?.ok, order.provider_state]).toEqual([false, 'paid'])
    else expect([result?.ok, order.provider_state, order.payment_status]).toEqual([true, 'creating', 'paid'])
  }
})

test('the page of an order that was set to paid through the protocol is closed soon, and one paid before then is noted', async () => {
  const setByProtocol = (id: string) =>
    shop.db.asService((tx) =>
      tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('id', '=', id).execute(),
    )
  const closed = await place()
  const page = await open(closed.id)
  await setByProtocol(closed.id)
  await closePaidPages(deps)
  expect((await shop.pay(page.sessionId, { delivery: 'tracked-48' })).status).toBe(410)
  const paid = await place()
  const { sessionId } = await open(paid.id)
  await setByProtocol(paid.id)
  await shop.pay(sessionId, { delivery: 'tracked-48' })
  await shop.runJobs()
  expect(await read(paid.id)).toMatchObject({ provider_state: 'paid' })
  const notes = await shop.db.asService((tx) =>
    tx.selectFrom('private.order_notes').select('kind').where('order_id', '=', paid.id).execute(),
  )
  expect(notes).toEqual([{ kind: 'paid_again' }])
})

test('a page that is created while its order is set to paid is closed', async () => {
  const { id } = await place()
  const made: string[] = []
  const provider: LinkDeps['provider'] = Object.assign(Object.create(deps.provider), {
    createSession: async (request: Parameters<LinkDeps['provider']['createSession']>[0]) => {
      await shop.db.asService((tx) =>
        tx.updateTable('pre_orders').set({ payment_status: 'paid' }).where('id', '=', id).execute(),
      )
      const session = await deps.provider.createSession(request)
      made.push(session.id)
      return session
    },
  })
  expect(await reasonOf(openByLink({ ...deps, provider }, id, 'http://shop.test/pay/x'))).toBe('paid')
  expect((await shop.pay(made[0] ?? '')).status).toBe(410)
})

const dayText = (day: Date | string) => (typeof day === 'string' ? day : day.toISOString()).slice(0, 10)
const leavesBy = async (id: string) =>
  shop.db.asService(async (tx) => {
    const days = await sql<{ placed: string; line: string }>`
      select o.dispatch_by::text as placed, l.dispatch_by::text as line
        from pre_orders o join order_lines l on l.order_id = o.id where o.id = ${id}`.execute(tx)
    return days.rows
  })
const orderedNow = () =>
  shop.db.asService(async (tx) => {
    const { rows } = await sql<{ now: Date }>`select public.shop_now() as now`.execute(tx)
    const orderedAt = rows[0]?.now ?? new Date()
    return dayText(dispatchBy({ orderedAt }, { productionDays: 10, daysOff: [] }))
  })

test('an order leaves its production days after its link opens a payment page, not after it was written down', async () => {
  const { id } = await place({ link_days: 14 })
  const first = await orderedNow()
  expect(await leavesBy(id)).toEqual([{ placed: first, line: first }])
  await later('12 days')
  const now = await orderedNow()
  expect(now > first).toBe(true)
  // What the page says before the press is what the press gives.
  expect(await shop.db.asService((tx) => dayPaidNow(tx, { orderId: id, settingSources: {} }))).toBe(now)
  const { sessionId } = await open(id)
  expect(await leavesBy(id)).toEqual([{ placed: now, line: now }])
  expect(await (await shop.fetch(`/test-payment/${sessionId}`)).text()).toContain(
    `dispatched by ${formatDay(new Date(now))}`,
  )
  await shop.pay(sessionId, { delivery: 'tracked-48' })
  await shop.runJobs()
  expect(await read(id)).toMatchObject({ provider_state: 'paid', promised_dispatch_by: null })
  expect(await leavesBy(id)).toEqual([{ placed: now, line: now }])
})

test('cash for a link, and a renewed link, give the day of an order of today; an earlier one never', async () => {
  const [paid, renewed] = [await place({ link_days: 14 }), await place({ link_days: 14 })]
  const first = await orderedNow()
  await later('12 days')
  const now = await orderedNow()
  await takeLinkByHand(deps, { orderNumber: paid.number, payment: 'cash' }, asCaller)
  expect(await leavesBy(paid.id)).toEqual([{ placed: now, line: now }])
  await asCaller((tx) => renewLink(tx, deps, { orderNumber: renewed.number, days: 3 }))
  expect(await leavesBy(renewed.id)).toEqual([{ placed: now, line: now }])
  await later('0')
  await open(renewed.id)
  expect(await leavesBy(renewed.id)).toEqual([{ placed: now, line: now }])
  expect(now > first).toBe(true)
})

test('an order that the owner sets to paid leaves as an order of that day, also after its link; one that is begun keeps its day', async () => {
  const [waiting, ended, begun] = await Promise.all([14, 3, 14].map((link_days) => place({ link_days })))
  if (!waiting || !ended || !begun) throw new Error('three orders')
  const [begunBy] = await leavesBy(begun.id)
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', begun.id).execute(),
  )
  await later('12 days')
  await expireEndedLinks(deps)
  const now = await orderedNow()
  for (const { number } of [waiting, ended, begun]) expect(await setPaid(number)).toMatchObject({ ok: true })
  for (const { id } of [waiting, ended]) {
    expect(await leavesBy(id)).toEqual([{ placed: now, line: now }])
    expect(await read(id)).toMatchObject({ payment_status: 'paid', promised_dispatch_by: null })
  }
  expect(await leavesBy(begun.id)).toEqual([begunBy])
  // A promise that was given is not moved by a second press.
  await later('15 days')
  await setPaid(waiting.number)
  expect(await leavesBy(waiting.id)).toEqual([{ placed: now, line: now }])
})

test('a garment that is no longer sold is still made within the usual days after its link is paid', async () => {
  const { id } = await place({ link_days: 14 })
  await shop.db.asService((tx) => tx.updateTable('products').set({ active: false }).execute())
  await later('12 days')
  const now = await orderedNow()
  await open(id)
  expect(await leavesBy(id)).toEqual([{ placed: now, line: now }])
})
