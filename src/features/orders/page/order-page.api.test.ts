import { afterAll, beforeAll, expect, test } from 'vitest'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'
import { createOrderLinks } from '../links/order-links.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi({ rateLimits: true })
})
afterAll(() => api[Symbol.asyncDispose]())

type Page = { order?: { order_number: string }; withdraw_until?: string | null; details?: { reason?: string } }

async function read(token: string) {
  const response = await fetch(`${api.url}/functions/v1/order-page?token=${token}`)
  return { status: response.status, headers: response.headers, body: (await response.json()) as Page }
}

function tokenOf(id: string, linkVersion = 1): string {
  return api.orderLinks.pathOf({ id, linkVersion }).slice('/order/'.length)
}

async function change(id: string, set: Record<string, unknown>) {
  await api.db.asService((tx) => tx.updateTable('pre_orders').set(set).where('id', '=', id).execute())
}

test('the link of an order opens it without an account, and no cache keeps it', { tags: ['S48'] }, async () => {
  const order = await paidThroughProvider(api, { userId: null })
  const { status, headers, body } = await read(tokenOf(order.id))
  expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual(['noindex', 'no-referrer'])
  expect([status, headers.get('cache-control'), body.order?.order_number]).toEqual([
    200,
    'no-store',
    order.order_number,
  ])
  expect(JSON.stringify(body)).not.toMatch(/review_notes|payment_session|user_id|link_version|cart_id|"notes"/)
})

test('a foreign, changed, revoked or unpaid link opens nothing', async () => {
  const order = await paidThroughProvider(api, { userId: null })
  const unpaid = await api.db.order({ provider_state: 'open' })
  const token = tokenOf(order.id)
  const forged = createOrderLinks({ siteUrl: api.url, secret: 'another secret' }).pathOf({
    id: order.id,
    linkVersion: 1,
  })
  await change(order.id, { link_version: 2 })
  const wrong = [
    '',
    'x',
    token,
    `${token.slice(0, -1)}A`,
    forged.slice(7),
    tokenOf(unpaid.id),
    tokenOf(crypto.randomUUID()),
  ]
  for (const each of wrong) {
    expect(await read(each)).toMatchObject({ status: 404, body: { details: { reason: 'unknown' } } })
  }
  expect((await read(tokenOf(order.id, 2))).status).toBe(200)
})

test('a link ends ninety days after delivery, else after the longest transit of its service', async () => {
  const order = await paidThroughProvider(api, { userId: null })
  const token = tokenOf(order.id)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await change(order.id, { order_status: 'shipped', delivery_service: 'tracked-24' })
  await change(order.id, { shipped_at: daysAgo(91) })
  expect((await read(token)).status).toBe(200)
  await change(order.id, { shipped_at: daysAgo(100) })
  expect(await read(token)).toMatchObject({ status: 404, body: { details: { reason: 'ended' } } })
  await change(order.id, { order_status: 'delivered' })
  expect((await read(token)).status).toBe(200)
  await change(order.id, { delivered_at: daysAgo(89) })
  expect((await read(token)).status).toBe(200)
  await change(order.id, { delivered_at: daysAgo(92) })
  expect((await read(token)).body.details?.reason).toBe('ended')
})

test('the day of delivery is set with the status, and cleared when that is undone', async () => {
  const { id } = await paidThroughProvider(api, { userId: null })
  const deliveredAt = async () => {
    const find = (tx: Parameters<Parameters<typeof api.db.asService>[0]>[0]) =>
      tx.selectFrom('pre_orders').select('delivered_at').where('id', '=', id).executeTakeFirstOrThrow()
    return (await api.db.asService(find)).delivered_at
  }
  await change(id, { order_status: 'shipped' })
  expect(await deliveredAt()).toBeNull()
  await change(id, { order_status: 'delivered' })
  expect(await deliveredAt()).toBeInstanceOf(Date)
  await change(id, { order_status: 'shipped' })
  expect(await deliveredAt()).toBeNull()
})

test('the holder of the link cancels the order once, with its full refund', async () => {
  const order = await paidThroughProvider(api, { userId: null })
  const cancel = (token: string) => {
    type Body = { refund_pence?: number; code?: string }
    return callFunction<Body>(api, { path: 'cancel-order-by-link', token: undefined, body: { token } })
  }
  const responses = await Promise.all(Array.from({ length: 5 }, () => cancel(tokenOf(order.id))))
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(responses.map(({ body }) => body.refund_pence).filter(Boolean)).toHaveLength(1)
  expect(await cancel('x'.repeat(48))).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a signed-in customer gets the page of their own order only', async () => {
  const account = await api.account()
  const { data } = await api.client().auth.signInWithPassword(account)
  const hers = await paidThroughProvider(api, { userId: account.id, email: account.email })
  const other = await paidThroughProvider(api, { userId: null })
  const pathOf = async (number: string) => {
    const response = await fetch(`${api.url}/functions/v1/my-order-page?order_number=${number}`, {
      headers: { Authorization: `Bearer ${data.session?.access_token}` },
    })
    return { status: response.status, path: ((await response.json()) as { path?: string }).path }
  }
  const { path } = await pathOf(hers.order_number)
  expect((await read(path?.slice('/order/'.length) ?? '')).body.order?.order_number).toBe(hers.order_number)
  expect(await pathOf(other.order_number)).toEqual({ status: 404, path: undefined })
})

test('number, garments, dates, name, masked e-mail and total of a paid order are for the browser that has its cart id', async () => {
  const cart = crypto.randomUUID()
  const order = await paidThroughProvider(api, { userId: null })
  await change(order.id, { cart_id: cart })
  const ask = (session: string, cartId: string) => {
    type Body = {
      order_number?: string
      path?: string
      customer_name?: string
      masked_email?: string
      final_amount?: number
    }
    const body = { session_id: session, cart_id: cartId }
    return callFunction<Body>(api, { path: 'bought-order', token: undefined, body })
  }
  const { status, body } = await ask(order.sessionId, cart)
  expect([status, body.order_number]).toEqual([200, order.order_number])
  expect(Object.keys(body).sort()).toEqual([
    'arrive_by',
    'customer_name',
    'dispatch_by',
    'final_amount',
    'is_withdrawn',
    'lines',
    'masked_email',
    'order_number',
    'order_status',
    'ordered_at',
    'path',
    'steps',
  ])
  expect(body.customer_name).toMatch(/\w/)
  expect(body.masked_email).toMatch(/^.•••@.•••\.\w+$/)
  expect(body.final_amount).toBeGreaterThan(0)
  const foreign = await ask(order.sessionId, crypto.randomUUID())
  expect(JSON.stringify(foreign.body)).not.toMatch(/customer|masked|amount|@/)
  expect((await read(body.path?.slice('/order/'.length) ?? '')).status).toBe(200)
  expect((await ask(order.sessionId, crypto.randomUUID())).status).toBe(404)
  expect((await ask('cs_made_up', cart)).status).toBe(404)
  await change(order.id, { provider_state: 'open' })
  expect((await ask(order.sessionId, cart)).status).toBe(404)
})

test('wrong links are limited by network, and a right one is never counted', async () => {
  const order = await paidThroughProvider(api, { userId: null })
  for (let time = 0; time < 40; time += 1) expect((await read(tokenOf(order.id))).status).toBe(200)
  await startMinute(api.db)
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await read('A'.repeat(48))).status))
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
})
