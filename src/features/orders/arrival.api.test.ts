import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { listServices } from '#features/settings/delivery.ts'
import { arriveBy } from '#features/settings/dispatch-and-arrival.ts'
import { changeShop, shop } from '#shop'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { type LineRow, listedColumns, toListedOrder, toOrder } from './account/my-orders.ts'
import { orderStatus } from './account/order-labels.ts'
import { readOrderDetails } from './admin/api/order-details.ts'
import { readOrderEmailData } from './emails/order-email-data.ts'
import type { OrderPageResponse } from './page/order-page.ts'
import { stepsOf } from './page/order-steps.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** Its promise: dispatched by 15 January 2030 and with the customer by 18 January. */
async function promisedOrder() {
  const account = await api.account()
  const client = api.client()
  const { data } = await client.auth.signInWithPassword(account)
  const cart = crypto.randomUUID()
  const order = await paidThroughProvider(api, { userId: account.id, email: account.email })
  const { id } = order
  const promise = { dispatch_by: '2030-01-15', arrive_by: '2030-01-18', cart_id: cart, user_id: account.id }
  await set(id, { ...promise, created_at: new Date('2029-06-01T10:00:00Z') })
  const token = api.orderLinks.pathOf({ id, linkVersion: 1 }).slice('/order/'.length)
  return { ...order, client, session: data.session?.access_token, cart, token }
}

type PromisedOrder = Awaited<ReturnType<typeof promisedOrder>>

const set = (id: string, values: object) =>
  api.db.asService((tx) => tx.updateTable('pre_orders').set(values).where('id', '=', id).execute())

async function readPage({ token }: PromisedOrder): Promise<OrderPageResponse> {
  const response = await fetch(`${api.url}/functions/v1/order-page?token=${token}`)
  return (await response.json()) as OrderPageResponse
}

async function listed({ client }: PromisedOrder) {
  const { data: rows } = await client.from('pre_orders').select(listedColumns).throwOnError()
  const [row] = rows as unknown as Parameters<typeof toListedOrder>[0][]
  if (!row) throw new Error('no order is listed')
  return toListedOrder(row, [] as LineRow[], { returns: [], parcels: [] })
}

/** The arrival day on the order's page, in its e-mails, on the success page, in the account, the export, the back office. */
async function arrivals(order: PromisedOrder) {
  const { id, order_number: number, sessionId: session_id, cart: cart_id, session } = order
  const bought = await callFunction<{ arrive_by: string }>(api, {
    path: 'bought-order',
    token: undefined,
    body: { session_id, cart_id },
  })
  const exported = await callFunction<{ orders: { arrive_by: string }[] }>(api, {
    path: 'export-my-data',
    token: session,
    body: {},
  })
  const [details, email] = await api.db.asService(async (tx) => [
    await readOrderDetails(tx, number),
    await readOrderEmailData(tx, id, 'https://shop.example'),
  ])
  return {
    page: (await readPage(order)).order.arrive_by,
    success: bought.body.arrive_by,
    account: (await listed(order)).arriveBy,
    exported: exported.body.orders[0]?.arrive_by,
    details: details.order.arrive_by,
    email: email?.arriveBy?.toISOString().slice(0, 10),
  }
}

function everywhere(day: string) {
  return { page: day, success: day, account: day, exported: day, details: day, email: day }
}

/** The sentences that name the arrival of an order on its way: on its page, in the account and in the e-mail. */
async function sentences(order: PromisedOrder, now: Date): Promise<string[]> {
  const page = await readPage(order)
  const shown = toOrder(page.order, page.lines, page)
  const email = await api.orderEmails.order_dispatched?.({ data: {}, orderId: order.id, recipient: '' })
  return [
    orderStatus(shown, now).sentence,
    stepsOf(shown, now).at(-1)?.when ?? '',
    orderStatus(await listed(order), now).sentence,
    email?.text.replaceAll(/\s+/g, ' ') ?? '',
  ]
}

// Early, on time, late and over the holidays, at any hour, by every service of every zone.
const dispatches = fc.date({
  min: new Date('2029-11-20T00:00:00Z'),
  max: new Date('2030-05-10T00:00:00Z'),
  noInvalidDate: true,
})

test('whenever and however an order is sent, every place names the same arrival day', async () => {
  const order = await promisedOrder()
  await set(order.id, { order_status: 'processing' })
  expect(await arrivals(order)).toEqual(everywhere('2030-01-18'))
  const services = fc.constantFrom(...listServices())
  await fc.assert(
    fc.asyncProperty(dispatches, services, fc.boolean(), async (shipped_at, service, isFrozen) => {
      const delivery_options = JSON.stringify(isFrozen ? [service] : [])
      const sent = { order_status: 'shipped', shipped_at, delivery_service: service.id, delivery_options }
      await set(order.id, { order_status: 'processing' })
      await set(order.id, sent)
      const leaves = new Date(shopDate(shipped_at))
      const day = arriveBy(leaves, service.transitDays)
      const iso = day.toISOString().slice(0, 10)
      expect(await arrivals(order)).toEqual(everywhere(iso))
      for (const sentence of await sentences(order, shipped_at)) expect(sentence).toContain(formatDay(day))
      // The law counts from the receipt, which is not known yet.
      expect((await readPage(order)).withdraw_until).toBeNull()
    }),
    { numRuns: 30 },
  )
})

test('a delivered order names the day it was delivered, and the days to withdraw count from it', async () => {
  const order = await promisedOrder()
  await set(order.id, { order_status: 'shipped', shipped_at: new Date('2029-12-03T10:00:00Z') })
  await set(order.id, { order_status: 'delivered', delivered_at: new Date('2029-12-05T09:00:00Z') })
  expect(await arrivals(order)).toEqual(everywhere('2029-12-05'))
  expect((await readPage(order)).withdraw_until).toBe('2029-12-19')
})

test('an order keeps the days to withdraw that were agreed when it was placed, on its page and in its e-mails', async () => {
  const order = await promisedOrder()
  await set(order.id, { order_status: 'shipped', shipped_at: new Date('2029-12-03T10:00:00Z') })
  const textOf = async (kind: 'order_confirmation' | 'order_dispatched' | 'order_delivered') =>
    (await api.orderEmails[kind]?.({ data: {}, orderId: order.id, recipient: '' }))?.text.replaceAll(/\s+/g, ' ')
  changeShop({ policies: { ...shop.policies, former: [{ until: '2029-06-02T00:00:00.000Z', cancelDays: 30 }] } })
  try {
    expect(await textOf('order_dispatched')).toContain('You have 30 days from the day it arrives')
    await set(order.id, { order_status: 'delivered', delivered_at: new Date('2029-12-05T09:00:00Z') })
    expect((await readPage(order)).withdraw_until).toBe('2030-01-04')
    expect(await textOf('order_delivered')).toMatch(/by [^.]*4 January[^.]*, 30 days after it arrived/)
    expect(await textOf('order_confirmation')).toContain('30 days after the day your parcel reaches you')
  } finally {
    changeShop({})
  }
})

test('an order that is back in the workroom is promised its first day again', async () => {
  const order = await promisedOrder()
  await set(order.id, { order_status: 'shipped', shipped_at: new Date('2029-12-03T10:00:00Z') })
  await set(order.id, { order_status: 'processing' })
  expect(await arrivals(order)).toEqual(everywhere('2030-01-18'))
})
