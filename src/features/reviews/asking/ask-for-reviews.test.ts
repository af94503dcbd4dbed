import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { callFunction, lineOf, paidOrder } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { askForReviews, reviewRequestEmail } from './ask-for-reviews.ts'
import { reviewEmails } from './review-emails.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const read = <Value>(work: (tx: Tx) => Promise<Value>) => api.db.asService(work)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const newAddress = () => `${crypto.randomUUID()}@example.com`

/** A paid order of one line, delivered 22 days ago unless `more` says otherwise. */
async function arrived(more: Parameters<typeof paidOrder>[2] = {}, email = newAddress()) {
  const { id } = await paidOrder(api, email, { order_status: 'delivered', ...more })
  const { delivered_at = daysAgo(22), shipped_at = daysAgo(24) } = more
  const times = { delivered_at, shipped_at }
  await read((tx) => tx.updateTable('pre_orders').set(times).where('id', '=', id).execute())
  await read((tx) => tx.insertInto('order_lines').values(lineOf(id)).execute())
  return { id, email }
}

const ask = () => askForReviews(api.deps)

const emailsOf = (orderId: string) =>
  read((tx) =>
    tx
      .selectFrom('private.outbox')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('kind', '=', reviewRequestEmail)
      .execute(),
  )

function letterFor(order: { id: string; email: string }) {
  const templates = reviewEmails({ db: api.db, siteUrl: 'https://shop.example', links: api.reviewLinks })
  return templates[reviewRequestEmail]?.({ data: {}, orderId: order.id, recipient: order.email })
}

test('an order gets one review request, three weeks after its delivery, however many workers run at once', async () => {
  const [due, young] = [await arrived(), await arrived({ delivered_at: daysAgo(20) })]
  await Promise.all(Array.from({ length: 8 }, ask))
  expect(await emailsOf(due.id)).toMatchObject([{ recipient: due.email, state: 'waiting', cause: due.id }])
  expect(await emailsOf(young.id)).toEqual([])
  await read((tx) => tx.updateTable('private.outbox').set({ state: 'sent' }).where('order_id', '=', due.id).execute())
  expect(await ask()).toBe(0)
  expect(await emailsOf(due.id)).toHaveLength(1)
  const email = await letterFor(due)
  expect(email?.subject).toBe('How is your Mary Dress?')
  expect(email?.text).toMatch(/\/review\/[\w-]{48}/)
})

test('without a delivery day it is counted from the longest transit of the service', async () => {
  const sent = { order_status: 'shipped', delivered_at: null, delivery_service: 'tracked-24' }
  const [due, young] = [
    await arrived({ ...sent, shipped_at: daysAgo(28) }),
    await arrived({ ...sent, shipped_at: daysAgo(21) }),
  ]
  await ask()
  expect(await emailsOf(due.id)).toHaveLength(1)
  expect(await emailsOf(young.id)).toEqual([])
})

test('no review is requested for an order that was cancelled, refunded, returned, disputed, reviewed, unpaid or long ago', async () => {
  const never = [
    await arrived({ order_status: 'cancelled' }),
    await arrived({ provider_state: 'refunded' }),
    await arrived({ provider_state: 'disputed' }),
    await arrived({ payment_status: 'pending', paid_at: null }),
    await arrived({ delivered_at: daysAgo(200), shipped_at: daysAgo(201) }),
  ]
  const returned = await arrived()
  const fault = { id: crypto.randomUUID(), order_id: returned.id, kind: 'fault' }
  await read((tx) => tx.insertInto('private.returns').values(fault).execute())
  const withoutLines = await arrived()
  await read((tx) =>
    tx.updateTable('order_lines').set({ cancelled_quantity: 2 }).where('order_id', '=', withoutLines.id).execute(),
  )
  const reviewed = await arrived()
  const token = api.reviewLinks.pathOf({ id: reviewed.id, linkVersion: 1 }).slice('/review/'.length)
  const line = await read((tx) =>
    tx.selectFrom('order_lines').select('id').where('order_id', '=', reviewed.id).executeTakeFirstOrThrow(),
  )
  const review = { stars: 3, fit: 'true', words: 'Good.', name: 'Ruth', consent: true, token, line: Number(line.id) }
  expect((await callFunction(api, { path: 'save-review', body: review })).status).toBe(200)
  await ask()
  for (const { id } of [...never, returned, withoutLines, reviewed]) expect(await emailsOf(id)).toEqual([])
})

test('a change between queueing and sending counts: the e-mail is not sent', async () => {
  const order = await arrived()
  await ask()
  expect(await letterFor(order)).not.toBeNull()
  await read((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'refunded' }).where('id', '=', order.id).execute(),
  )
  expect(await letterFor(order)).toBeNull()
})

test('an address that objected gets no request, in capitals neither, until the objection is withdrawn', async () => {
  const email = newAddress()
  const [first, second] = [await arrived({}, email), await arrived({}, email.toUpperCase())]
  const token = api.reviewLinks.pathOf({ id: first.id, linkVersion: 1 }).slice('/review/'.length)
  const setWanted = (wanted: boolean) =>
    callFunction<{ asks: boolean }>(api, { path: 'review-requests', body: { token, wanted } })
  expect((await setWanted(false)).body.asks).toBe(false)
  expect((await setWanted(false)).body.asks).toBe(false)
  await ask()
  expect([...(await emailsOf(first.id)), ...(await emailsOf(second.id))]).toEqual([])
  const stored = await read((tx) => tx.selectFrom('private.review_objections').select('address_hash').execute())
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(email)
  expect((await setWanted(true)).body.asks).toBe(true)
  await ask()
  expect(await emailsOf(second.id)).toHaveLength(1)
})

test('an address on the suppression list gets no request', async () => {
  const { id, email } = await arrived()
  await read((tx) =>
    sql`insert into private.suppressions (address_hash, reason) values (private.address_hash(${email}), 'complaint')`.execute(
      tx,
    ),
  )
  await ask()
  expect(await emailsOf(id)).toEqual([])
})
