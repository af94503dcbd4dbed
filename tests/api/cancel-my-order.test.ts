import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { addFactor, callFunction } from '../fixtures/account-data.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** A signed-in customer with a paid order. */
async function buyer({ confirmed = true } = {}) {
  const account = await api.account({ confirmed })
  const { data } = await api.client().auth.signInWithPassword(account)
  const order = await paidThroughProvider(api, { userId: account.id, email: account.email })
  return { ...account, token: data.session?.access_token ?? '', order }
}

function cancel(token: string | undefined, orderNumber: unknown) {
  type Body = {
    refund_pence?: number
    refund?: number
    code?: string | number
    message?: string
    details?: { reason?: string } | null
  }
  return callFunction<Body>(api, { path: 'cancel-my-order', token, body: { order_number: orderNumber } })
}

async function read(id: string) {
  const order = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('order_status').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const refunds = await api.db.asService((tx) =>
    tx.selectFrom('private.refunds').select(['amount', 'reason', 'scope']).where('order_id', '=', id).execute(),
  )
  return { ...order, refunds, review_notes: await api.db.notes(id) }
}

test('a customer cancels their own order before production, and the full amount is refunded, once', async () => {
  const { token, order } = await buyer()
  const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(token, order.order_number)))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(responses.map(({ body }) => body.refund_pence).filter(Boolean)).toEqual([9350])
  // A tab of the former version shows an error where this is missing.
  expect(responses.map(({ body }) => body.refund)).toEqual(responses.map(({ body }) => (body.refund_pence ?? 0) / 100))
  expect(await read(order.id)).toEqual({
    order_status: 'cancelled',
    review_notes: [{ kind: 'refund_owed' }],
    refunds: [{ amount: '93.50', reason: 'cancelled', scope: 'cancellation' }],
  })
  const emails = await api.db.asService((tx) =>
    tx
      .selectFrom('private.outbox')
      .select('kind')
      .where('order_id', '=', order.id)
      .where('kind', '=', 'order_cancelled')
      .execute(),
  )
  expect(emails).toHaveLength(1)
})

test.each([
  ['processing', /started making it/],
  ['shipped', /on its way to you/],
  ['delivered', /has already arrived/],
])('an order that is %s cannot be cancelled, and the customer gets advice', async (status, words) => {
  const { token, order } = await buyer()
  await api.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ order_status: status }).where('id', '=', order.id).execute(),
  )
  const { status: code, body } = await cancel(token, order.order_number)
  expect([code, body.code]).toEqual([409, 'conflict'])
  expect(body.message).toMatch(words)
  expect(body.message).toMatch(/14 days from the day it arrives/)
  expect(await read(order.id)).toMatchObject({ order_status: status, refunds: [] })
})

test('a customer cannot claim what the shop kept of an order it cancelled', async () => {
  const { token, order } = await buyer()
  await api.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).where('id', '=', order.id).execute(),
  )
  expect(await cancel(token, order.order_number)).toMatchObject({ status: 200, body: { refund_pence: 0 } })
  expect(await read(order.id)).toMatchObject({ order_status: 'cancelled', refunds: [] })
})

test('a customer cannot cancel another’s order, or one of an unverified address', async () => {
  const hers = await buyer()
  const other = await buyer()
  const unproven = await buyer({ confirmed: false })
  const admin = await buyer()
  await api.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: admin.id, role: 'admin' }).execute())
  const nobodys = await paidThroughProvider(api, { userId: null })
  for (const token of [undefined, api.anonKey, api.serviceRoleKey, 'not-a-token']) {
    expect((await cancel(token, hers.order.order_number)).status).toBe(401)
  }
  for (const [token, order] of [
    [other.token, hers.order],
    [admin.token, hers.order],
    [unproven.token, unproven.order],
    [hers.token, nobodys],
  ] as const) {
    if (token)
      expect(await cancel(token, order.order_number)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await read(order.id)).toMatchObject({ order_status: 'pending', refunds: [] })
  }
  expect((await cancel(hers.token, 'TKW-NONE')).status).toBe(404)
  for (const wrong of [null, '', 5, ['a'], 'x'.repeat(41), 'TKW\0', 'TKW\ud800'])
    expect((await cancel(hers.token, wrong)).status).toBe(400)
})

test('a session that has not shown the second factor of its account cancels nothing, nor does one that has ended', async () => {
  const { id, token, order } = await buyer()
  await addFactor(api, id)
  const { status, body } = await cancel(token, order.order_number)
  expect([status, body.details?.reason]).toEqual([403, 'second_factor'])
  await api.db.asService((tx) => tx.deleteFrom('auth.sessions').where('user_id', '=', id).execute())
  expect((await cancel(token, order.order_number)).status).toBe(401)
  expect(await read(order.id)).toMatchObject({ order_status: 'pending', refunds: [] })
})

test('an earlier refund is not repeated', async () => {
  const { token, order } = await buyer()
  await api.paymentDeps.provider.refund({ sessionId: order.sessionId, amountPence: 1350, idempotencyKey: 'by hand' })
  await api.db.asService((tx) =>
    tx
      .updateTable('pre_orders')
      .set({ provider_state: 'partly_refunded', refunded_amount: pounds(13.5) })
      .where('id', '=', order.id)
      .execute(),
  )
  expect(await cancel(token, order.order_number)).toMatchObject({ status: 200, body: { refund_pence: 8000 } })
})

test('refunds are in the customer’s data export, and notes about the customer are deleted with the account', async () => {
  const { email, token, order } = await buyer()
  await cancel(token, order.order_number)
  await api.db.asService((tx) =>
    tx.updateTable('private.refunds').set({ note: 'She rang us' }).where('order_id', '=', order.id).execute(),
  )
  const { body } = await callFunction<{ orders: object[] }>(api, { path: 'export-my-data', token, body: {} })
  expect(body.orders).toMatchObject([
    { refunds: [{ amount: 93.5, reason: 'cancelled', note: 'She rang us', state: 'requested' }], disputes: [] },
  ])
  const erased = await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })
  expect(erased.status).toBe(200)
  const stored = await api.db.asService((tx) =>
    tx
      .selectFrom('private.refunds')
      .innerJoin('pre_orders', 'pre_orders.id', 'order_id')
      .select(['amount', 'note', 'user_id'])
      .where('order_id', '=', order.id)
      .execute(),
  )
  expect(stored).toEqual([{ amount: '93.50', note: null, user_id: null }])
  const logged = await api.db.asService((tx) =>
    tx.selectFrom('private.audit_log').select(['before', 'after']).where('row_id', '=', order.id).execute(),
  )
  expect(logged.length).toBeGreaterThan(0)
  expect(JSON.stringify(logged)).not.toContain('rang')
})

test('an order that never counted as paid, but has a refund, stays when its account is erased', async () => {
  const { id, email, token, order } = await buyer()
  await api.db.asService(async (tx) => {
    const unpaid = { provider_state: 'failed', payment_status: 'pending', paid_at: null }
    await tx.updateTable('pre_orders').set(unpaid).where('id', '=', order.id).execute()
    const refund = { order_id: order.id, session_id: order.sessionId, amount: pounds(93.5), state: 'succeeded' }
    await tx.insertInto('private.refunds').values(refund).execute()
  })
  const gone = await api.db.order({ user_id: id, provider_state: 'expired' })
  const erased = await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })
  expect(erased.status).toBe(200)
  const stored = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('id').where('id', 'in', [order.id, gone.id]).execute(),
  )
  expect(stored).toEqual([{ id: order.id }])
})
