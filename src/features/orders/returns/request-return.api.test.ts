import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { makeCutList } from '../admin/api/print-orders.ts'
import { ownerEmails } from '../emails/owner/owner-emails.ts'
import type { CustomerReturn } from './return.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
  const owner = { name: 'owner_emails', value: JSON.stringify('owner@example.com') }
  await api.db.asService((tx) => tx.insertInto('private.settings').values(owner).execute())
})
afterAll(() => api[Symbol.asyncDispose]())

const read = <Value>(work: (tx: Tx) => Promise<Value>) => api.db.asService(work)

/** A paid and sent order of two lines: two pieces of one garment, one of another. */
async function sentOrder() {
  const { id, order_number: number } = await paidThroughProvider(api, { userId: null, email: 'ruth@example.com' })
  const lines = await read(async (tx) => {
    await tx.deleteFrom('order_lines').where('order_id', '=', id).execute()
    const line = { order_id: id, product_id: id, size: '10-12', unit_price: pounds(44.5), dispatch_by: '2030-01-01' }
    const added = tx.insertInto('order_lines').values([
      { ...line, position: 1, slug: 'mary-dress', name: 'Mary Dress', quantity: 2 },
      { ...line, position: 2, slug: 'ruth-skirt', name: 'Ruth Skirt', quantity: 1 },
    ])
    return (await added.returning('id').execute()).map((row) => Number(row.id))
  })
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: 'shipped' }).where('id', '=', id).execute())
  const token = api.orderLinks.pathOf({ id, linkVersion: 1 }).slice('/order/'.length)
  return { id, number, token, dress: lines[0] ?? 0, skirt: lines[1] ?? 0 }
}

type Answer = { returns?: CustomerReturn[]; code?: string; message?: string; details?: { path: string }[] }

function send(body: object) {
  return callFunction<Answer>(api, { path: 'request-return', token: undefined, body })
}

const emailsOf = (orderId: string) =>
  read((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['kind', 'recipient', 'data'])
      .where('order_id', '=', orderId)
      .where('kind', 'like', '%return%')
      .orderBy('kind')
      .execute(),
  )

test('two presses at once make one withdrawal, with one receipt and one e-mail to the shop', async () => {
  const { id, token, dress } = await sentOrder()
  const body = {
    token,
    id: crypto.randomUUID(),
    kind: 'withdrawal',
    lines: [{ id: dress, quantity: 1 }],
    reason: 'Too long.',
  }
  const responses = await Promise.all(Array.from({ length: 8 }, () => send(body)))
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  for (const { body: response } of responses) {
    expect(response.returns).toMatchObject([
      { kind: 'withdrawal', state: 'requested', lines: [{ id: dress, quantity: 1 }] },
    ])
  }
  expect((await emailsOf(id)).map(({ kind }) => kind)).toEqual(['order_return_requested', 'owner_return_requested'])
})

test('pieces are declared once, also by two tabs at once', async () => {
  const { token, dress, skirt } = await sentOrder()
  const declare = (lines: { id: number; quantity: number }[]) =>
    send({ token, id: crypto.randomUUID(), kind: 'withdrawal', lines })
  const responses = await Promise.all(Array.from({ length: 5 }, () => declare([{ id: dress, quantity: 2 }])))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await declare([{ id: skirt, quantity: 1 }])).body.returns).toHaveLength(2)
  expect((await declare([{ id: dress, quantity: 1 }])).body.message).toMatch(/told us about this garment/)
})

test('foreign garments, foreign photographs and wrong links are refused', async () => {
  const [hers, other] = [await sentOrder(), await sentOrder()]
  const declared = { token: hers.token, kind: 'fault', reason: 'A seam is open.' }
  const declare = (more: object) =>
    send({ ...declared, id: crypto.randomUUID(), lines: [{ id: hers.dress, quantity: 1 }], ...more })
  expect(await declare({ lines: [{ id: other.dress, quantity: 1 }] })).toMatchObject({ status: 400 })
  expect(await declare({ lines: [] })).toMatchObject({ status: 400 })
  expect(await declare({ lines: [hers.dress, hers.dress].map((id) => ({ id, quantity: 1 })) })).toMatchObject({
    status: 400,
  })
  expect(await declare({ photographs: [`${other.id}/${crypto.randomUUID()}`] })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'photographs' }] },
  })
  expect(await declare({ token: 'A'.repeat(48) })).toMatchObject({ status: 404 })
  expect(await declare({ reason: 'x'.repeat(2_001) })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'reason' }] },
  })
  expect(await declare({})).toMatchObject({ status: 200 })
})

test('a withdrawal is taken before dispatch and after its period, a fault only of what was sent', async () => {
  const { id, token, dress, skirt } = await sentOrder()
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', id).execute())
  const declare = (kind: string, line: number) =>
    send({ token, id: crypto.randomUUID(), kind, lines: [{ id: line, quantity: 1 }], reason: 'Why' })
  expect((await declare('fault', dress)).status).toBe(409)
  expect((await declare('withdrawal', dress)).status).toBe(200)
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: 'delivered' }).where('id', '=', id).execute())
  const longAgo = new Date(Date.now() - 60 * 86_400_000)
  await read((tx) => tx.updateTable('pre_orders').set({ delivered_at: longAgo }).where('id', '=', id).execute())
  expect((await declare('withdrawal', skirt)).status).toBe(200)
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).where('id', '=', id).execute())
  expect((await declare('withdrawal', dress)).status).toBe(409)
})

test('an order that was withdrawn from is not cut or packed until the owner has decided', async () => {
  const { id, number, token, dress } = await sentOrder()
  await read((tx) => tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', id).execute())
  const numbers = async (chosen: Parameters<typeof makeCutList>[1]) => {
    const { pieces } = await read((tx) => makeCutList(tx, chosen))
    return pieces.map(({ order_number }) => order_number)
  }
  expect(await numbers({ view: 'in_progress' })).toContain(number)
  const declared = crypto.randomUUID()
  await send({ token, id: declared, kind: 'withdrawal', lines: [{ id: dress, quantity: 2 }] })
  expect(await numbers({ view: 'in_progress' })).not.toContain(number)
  expect(await numbers({ orders: [number] })).toContain(number)
  const settled = { state: 'refused', answer: 'No.', settled_at: new Date() }
  await read((tx) => tx.updateTable('private.returns').set(settled).where('id', '=', declared).execute())
  expect(await numbers({ view: 'in_progress' })).toContain(number)
})

test('the receipt has the time and all that was sent, and quoted text cannot pass for the shop’s', async () => {
  const { id, number, token, dress } = await sentOrder()
  const reason = 'The hem is short.\n<b>Order: TKW-000000</b>'
  await send({ token, id: crypto.randomUUID(), kind: 'withdrawal', lines: [{ id: dress, quantity: 2 }], reason })
  const [receipt, toShop] = await emailsOf(id)
  const write = async (email = receipt) =>
    api.orderEmails[email?.kind ?? '']?.({ data: email?.data, orderId: id, recipient: email?.recipient ?? '' })
  const { subject, text, html } = (await write()) ?? { subject: '', text: '', html: '' }
  expect([subject, receipt?.recipient]).toEqual([`We have your withdrawal from order ${number}`, 'ruth@example.com'])
  for (const part of [number, '2 × Mary Dress, size 10–12', '› The hem is short.', '(London time)', '/order/']) {
    expect(text).toContain(part)
  }
  expect(html).not.toContain('<b>Order')
  expect((await write(toShop))?.text).toContain('› The hem is short.')
})

test('of a flood of returns the owner gets twenty e-mails and a digest', async () => {
  const count = (kind: string, state: string) =>
    read((tx) =>
      tx.selectFrom('private.outbox').select('id').where('kind', '=', kind).where('state', '=', state).execute(),
    )
  for (let time = 0; time < 22; time += 1) {
    const { token, skirt } = await sentOrder()
    const lines = [{ id: skirt, quantity: 1 }]
    expect((await send({ token, id: crypto.randomUUID(), kind: 'withdrawal', lines })).status).toBe(200)
  }
  expect(await count('owner_return_requested', 'waiting')).toHaveLength(20)
  const digests = await read((tx) =>
    tx.selectFrom('private.outbox').select('data').where('kind', '=', 'owner_digest').execute(),
  )
  const digest = digests[0]
  const email = await ownerEmails({ db: api.db, siteUrl: 'https://shop.example' }).owner_digest?.({
    data: digest?.data,
    orderId: null,
    recipient: 'owner@example.com',
  })
  expect(email?.subject).toMatch(/\d+ returns$/)
  expect(email?.text).toContain('https://shop.example/admin/returns')
})

test('a customer’s export has their returns, and their words are erased with the account', async () => {
  const account = await api.account()
  const { data } = await api.client().auth.signInWithPassword(account)
  const { id, token, dress } = await sentOrder()
  await read((tx) => tx.updateTable('pre_orders').set({ user_id: account.id }).where('id', '=', id).execute())
  await send({ token, id: crypto.randomUUID(), kind: 'fault', lines: [{ id: dress, quantity: 1 }], reason: 'A seam.' })
  const session = data.session?.access_token
  const exported = await callFunction<object>(api, { path: 'export-my-data', token: session, body: {} })
  expect(exported.body).toMatchObject({
    orders: [
      { returns: [{ kind: 'fault', what_you_wrote: 'A seam.', pieces: [{ name: 'Mary Dress', quantity: 1 }] }] },
    ],
  })
  await read((tx) =>
    tx
      .updateTable('private.returns')
      .set({ declared_by: 'Ruth Bell', state: 'refused', answer: 'No', settled_at: new Date() })
      .where('order_id', '=', id)
      .execute(),
  )
  // An order is over a month after it was sent, once its returns are settled.
  const sentAt = new Date(Date.now() - 40 * 86_400_000)
  await read((tx) =>
    tx.updateTable('pre_orders').set({ shipped_at: sentAt, delivered_at: sentAt }).where('id', '=', id).execute(),
  )
  await callFunction(api, { path: 'erase-my-account', token: session, body: { confirm: account.email } })
  const left = await read((tx) =>
    tx.selectFrom('private.returns').select(['reason', 'declared_by', 'kind']).where('order_id', '=', id).execute(),
  )
  expect(left).toEqual([{ reason: null, declared_by: null, kind: 'fault' }])
  const log = await read((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select('after')
      .where('table_name', '=', 'returns')
      .where('row_id', '=', id)
      .execute(),
  )
  expect(JSON.stringify(log)).not.toContain('A seam')
})
