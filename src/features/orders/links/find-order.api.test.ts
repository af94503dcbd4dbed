import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatReceiptTime } from '#base/shop-time.ts'
import { stopWithdrawn } from '#features/payments/refunds/stop-withdrawn.ts'
import type { Tx } from '#platform/database/db.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'
import { newOrderNumber } from '../order-number.ts'
import { answerLookup } from './find-order.api.ts'

let api: AccountsApi
let lookUp: (id: string) => Promise<void>
let stop: () => Promise<void>

beforeAll(async () => {
  api = await startAccountsApi({ rateLimits: true })
  const owner = { name: 'owner_emails', value: JSON.stringify('owner@example.com') }
  await api.db.asService((tx) => tx.insertInto('private.settings').values(owner).execute())
  const log = createLog({ level: 'silent' })
  const queue = createQueue({ connectionString: api.db.connectionString, log, working: false })
  await queue.start()
  stop = queue.stop
  lookUp = answerLookup({ db: api.db, queue, stopWithdrawn: stopWithdrawn({ ...api.paymentDeps, queue }) })
})
afterAll(async () => {
  await stop()
  await api[Symbol.asyncDispose]()
})
// All requests are of one network, which has ten in ten minutes.
beforeEach(async () => {
  await read((tx) => tx.deleteFrom('private.rate_limits').execute())
})

const read = <Value>(work: (tx: Tx) => Promise<Value>) => api.db.asService(work)

async function order(email = `${crypto.randomUUID().slice(0, 8)}@example.com`) {
  const { id } = await paidThroughProvider(api, { userId: null, email })
  const number = newOrderNumber()
  await read(async (tx) => {
    await tx.updateTable('pre_orders').set({ order_number: number }).where('id', '=', id).execute()
    const line = { order_id: id, position: 1, product_id: id, slug: 'mary-dress', name: 'Mary Dress', size: '10-12' }
    await tx
      .insertInto('order_lines')
      .values({ ...line, unit_price: pounds(89), quantity: 1, dispatch_by: '2030-01-01' })
      .execute()
  })
  return { id, number, email }
}

function find(body: object) {
  return callFunction<{ received?: boolean; code?: string }>(api, { path: 'find-order', token: undefined, body })
}

/** Runs the jobs of all requests, each twice at once. */
async function answerAll() {
  const requests = await read((tx) => tx.selectFrom('private.order_lookups').select('id').execute())
  await Promise.all(requests.flatMap(({ id }) => [lookUp(id), lookUp(id)]))
  return requests.length
}

const emailsOf = (orderId: string) =>
  read((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['kind', 'recipient', 'data'])
      .where('order_id', '=', orderId)
      .where('kind', 'in', ['order_link', 'order_return_requested'])
      .execute(),
  )

test('the link goes to the order’s address, and every visitor gets the same answer', async () => {
  const hers = await order()
  const spelled = hers.number.toLowerCase().replace('-', ' ')
  const requests = [
    await find({ order_number: spelled, email: hers.email.toUpperCase() }),
    await find({ order_number: hers.number, email: 'somebody@example.com' }),
    await find({ order_number: newOrderNumber(), email: hers.email }),
  ]
  expect(requests.map(({ status, body }) => ({ status, body }))).toEqual(
    Array(3).fill({ status: 200, body: { received: true } }),
  )
  expect(await answerAll()).toBe(3)
  expect(await emailsOf(hers.id)).toEqual([{ kind: 'order_link', recipient: hers.email, data: { news: 'link' } }])
  const email = await api.orderEmails.order_link?.({ data: { news: 'link' }, orderId: hers.id, recipient: hers.email })
  expect(email?.text).toContain(api.orderLinks.urlOf({ id: hers.id, linkVersion: 1 }))
})

test('number and address are taken as they are copied from an e-mail or from contacts', async () => {
  const { id, number, email } = await order()
  const typed = {
    order_number: `Order #${number.replace('-', '–')}.`,
    email: `\u202aRuth Bell <mailto:${email}>\u202c`,
  }
  expect(await find(typed)).toMatchObject({ status: 200, body: { received: true } })
  await answerAll()
  expect(await emailsOf(id)).toEqual([{ kind: 'order_link', recipient: email, data: { news: 'link' } }])
})

test('number and address alone declare a withdrawal, once, with its receipt', async () => {
  const { id, number, email } = await order()
  for (let time = 0; time < 2; time += 1) {
    expect((await find({ order_number: number, email, withdraws: true, name: ' Ruth\tBell ' })).body).toEqual({
      received: true,
    })
    await answerAll()
  }
  const declared = await read((tx) =>
    tx
      .selectFrom('private.returns')
      .select(['id', 'kind', 'declared_on', 'declared_by', 'requested_at', 'state', 'stopped'])
      .where('order_id', '=', id)
      .execute(),
  )
  expect(declared).toMatchObject([
    { kind: 'withdrawal', declared_on: 'form', declared_by: 'Ruth Bell', state: 'refunded', stopped: true },
  ])
  const about = { data: { returnId: declared[0]?.id }, orderId: id, recipient: email }
  const receipt = await api.orderEmails.order_return_requested?.(about)
  expect(receipt?.text).toContain('Ruth Bell')
  expect(receipt?.text).toContain(formatReceiptTime(declared[0]?.requested_at ?? ''))
  expect(receipt?.text.replaceAll(/\s+/g, ' ')).toContain(
    'We hadn’t started on it, so your order is cancelled and nothing will be sent. We’re refunding £',
  )
  const toOwner = (await api.orderEmails.owner_return_requested?.(about))?.text.replaceAll(/\s+/g, ' ')
  expect(toOwner).toContain('Ruth Bell')
  expect(toOwner).toContain('You hadn’t begun it, so it was cancelled and its refund requested at once.')
  const owners = await read((tx) =>
    tx
      .selectFrom('private.outbox')
      .select('kind')
      .where('order_id', '=', id)
      .where('kind', '=', 'owner_return_requested')
      .execute(),
  )
  expect(owners).toHaveLength(1)
  const emails = await emailsOf(id)
  expect(emails.map(({ kind, data }) => [kind, (data as { news?: string }).news])).toEqual([
    ['order_return_requested', undefined],
    ['order_link', 'declared'],
  ])
  const stranger = await order()
  await find({ order_number: stranger.number, email: 'somebody.else@example.com', withdraws: true })
  await answerAll()
  expect(
    await read((tx) => tx.selectFrom('private.returns').select('id').where('order_id', '=', stranger.id).execute()),
  ).toEqual([])
})

test('a withdrawal without a name counts, under the name of the order', async () => {
  const { id, number, email } = await order()
  await find({ order_number: number, email, withdraws: true, name: ' ' })
  await answerAll()
  const [declared] = await read((tx) =>
    tx.selectFrom('private.returns').select(['id', 'declared_by']).where('order_id', '=', id).execute(),
  )
  expect(declared?.declared_by).toBeNull()
  const { customer_name } = await read((tx) =>
    tx.selectFrom('pre_orders').select('customer_name').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const about = { data: { returnId: declared?.id }, orderId: id, recipient: email }
  expect((await api.orderEmails.order_return_requested?.(about))?.text).toContain(customer_name)
})

test('a cancelled order is not withdrawn from, and a closed page is not linked to', async () => {
  const [cancelled, old] = [await order(), await order()]
  const set = (id: string, values: object) =>
    read((tx) => tx.updateTable('pre_orders').set(values).where('id', '=', id).execute())
  await set(cancelled.id, { order_status: 'cancelled' })
  await set(old.id, { order_status: 'delivered' })
  await set(old.id, { delivered_at: new Date(Date.now() - 120 * 86_400_000) })
  await find({ order_number: cancelled.number, email: cancelled.email, withdraws: true })
  await find({ order_number: old.number, email: old.email })
  await answerAll()
  expect((await emailsOf(cancelled.id)).map(({ data }) => data)).toEqual([{ news: 'called-off' }])
  expect((await emailsOf(old.id)).map(({ data }) => data)).toEqual([{ news: 'ended' }])
  const email = await api.orderEmails.order_link?.({ data: { news: 'ended' }, orderId: old.id, recipient: old.email })
  expect(email?.text).not.toContain('/order/')
})

test('a flood of requests reaches one mailbox a few times only', { tags: ['S36'] }, async () => {
  const { id, number, email } = await order()
  await startMinute(api.db)
  const responses = await Promise.all(Array.from({ length: 30 }, () => find({ order_number: number, email })))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]))
  await answerAll()
  expect((await emailsOf(id)).length).toBeLessThanOrEqual(4)
})

test('order numbers are guessed neither from one network nor, for one address, from many', async () => {
  await startMinute(api.db)
  const guess = (email: string) => find({ order_number: newOrderNumber(), email, withdraws: true })
  const answeredOf = (responses: { status: number }[]) => responses.filter(({ status }) => status === 200).length
  const fromOne = Array.from({ length: 30 }, (_, each) => guess(`ruth.${each}@example.com`))
  expect(answeredOf(await Promise.all(fromOne))).toBe(10)
  const fromMany: { status: number }[] = []
  for (let network = 0; network < 12; network += 1) {
    await read((tx) => tx.deleteFrom('private.rate_limits').where('bucket', '=', 'find-order').execute())
    fromMany.push(await guess('ruth@example.com'))
  }
  expect(answeredOf(fromMany)).toBe(4)
})

test.each([
  [{ order_number: 'TKW-000001', email: 'ruth@example.com' }, 'order_number'],
  [{ order_number: '', email: 'ruth@example.com' }, 'order_number'],
  [{ order_number: newOrderNumber(), email: 'ruth' }, 'email'],
  [{ order_number: newOrderNumber(), email: 'ruth@example.com', withdraws: true, name: 'R'.repeat(201) }, 'name'],
  [{ order_number: newOrderNumber(), email: 'ruth@example.com', withdraws: true, name: 'Ruth\nBell' }, 'name'],
])('a request of %j names the field that is wrong', async (body, field) => {
  const { status, body: answered } = await find(body)
  expect(answered).toMatchObject({ details: [{ path: field }] })
  expect(status).toBe(400)
})
