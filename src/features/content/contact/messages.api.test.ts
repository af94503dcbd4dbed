import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactEmails, deleteOldContactEmails } from '#features/content/contact/contact-emails.ts'
import { messagesApi } from '#features/content/contact/messages.api.ts'
import { newOrderNumber } from '#features/orders/order-number.ts'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/** The owner's side of the contact form: messages, answers, saved replies. */
let api: ShopApi
let token: string

beforeAll(async () => {
  api = await startShopApi({ rateLimits: false, routes: () => (app) => app.route('/functions/v1', messagesApi()) })
  token = await api.token((await api.db.user({ admin: true })).claims)
})
afterAll(() => api[Symbol.asyncDispose]())

async function ask(path: string, body?: object) {
  const response = await fetchFunction(api, { path, token, body })
  return { status: response.status, body: await response.json() }
}

/** A message of the form, as it is stored; returns its id. */
async function message(more: object = {}): Promise<string> {
  const email = `ruth-${crypto.randomUUID().slice(0, 8)}@example.com`
  const data = {
    topic: 'size',
    orderNumber: null,
    name: 'Ruth Moab',
    email,
    message: 'Which?',
    at: '2026-07-01T22:30:00Z',
  }
  const id = crypto.randomUUID()
  await api.db.asService((tx) =>
    tx
      .insertInto('private.outbox')
      .values({
        id,
        kind: 'contact_message',
        cause: id,
        recipient: 'shop@example.com',
        message_id: id,
        data: { ...data, ...more },
      })
      .execute(),
  )
  return id
}

async function listed(id: string) {
  const { messages } = (await ask('messages')).body
  return messages.find((each: { id: string }) => each.id === id)
}

async function emailOf(id: string) {
  const read = sql<{ state: string; recipient: string; data: Record<string, unknown>; waits: boolean }>`
    select state, recipient, data, next_attempt_at > now() + interval '50 seconds' as waits
    from private.outbox where kind = 'contact_reply' and cause = ${id}`
  return (await api.db.asService((tx) => read.execute(tx))).rows[0]
}

test('a message is listed with its order, its customer, and what a reply is filled with', async () => {
  const order = await api.db.order({
    order_number: newOrderNumber(),
    customer_email: 'Leah@Example.com',
    payment_status: 'paid',
    paid_at: new Date(),
  })
  const hers = await message({ email: 'leah@example.com', orderNumber: ` ${order.order_number.toLowerCase()}` })
  expect(await listed(hers)).toMatchObject({
    order: { number: order.order_number, hint: 'placed with this address', exists: true },
    customer: order.order_number,
    reply_order: order.order_number,
    answer: null,
  })
  const unnamed = await message({ email: 'LEAH@example.com' })
  expect(await listed(unnamed)).toMatchObject({
    order: null,
    customer: order.order_number,
    reply_order: order.order_number,
  })
  const stranger = await message({ orderNumber: order.order_number })
  expect(await listed(stranger)).toMatchObject({
    order: { exists: true },
    customer: null,
    reply_order: order.order_number,
  })
  const none = await message({ orderNumber: 'the blue one' })
  expect(await listed(none)).toMatchObject({ order: { number: 'the blue one', exists: false }, reply_order: null })
})

test('an account finds its customer by the address of the account', async () => {
  const { id, email } = await api.db.user()
  const order = await api.db.order({
    user_id: id,
    customer_email: 'other@example.com',
    payment_status: 'paid',
    paid_at: new Date(),
  })
  expect(await listed(await message({ email: email.toUpperCase() }))).toMatchObject({ customer: order.order_number })
})

test('a reply waits a minute, is written in the owner’s words, and answers the message', async () => {
  const id = await message({ email: 'naomi@example.com', orderNumber: 'TKW-84N4J3' })
  const reply = 'Dear Ruth,\n\nTake the 12–14.\nIt is cut generously.'
  expect((await ask('answer-message', { id, reply })).status).toBe(200)
  const email = await emailOf(id)
  expect(email).toMatchObject({ state: 'waiting', recipient: 'naomi@example.com', waits: true })
  const sent = await contactEmails({ db: api.db }).contact_reply?.({
    data: email?.data ?? {},
    orderId: null,
    recipient: '',
  })
  expect(sent?.text.replaceAll(/\s+/g, ' ')).toContain('Dear Ruth, Take the 12–14. It is cut generously.')
  expect(sent?.subject).toMatch(/^Re: Size advice/)
  expect(await listed(id)).toMatchObject({ answer: { reply, can_undo: true, has_failed: false } })
  expect((await ask('messages')).body.messages.at(-1)).toMatchObject({ id })
})

test('an answer is taken back while its e-mail waits, and can be given anew', async () => {
  const id = await message()
  await ask('answer-message', { id, reply: 'First' })
  expect((await ask('reopen-message', { id })).body).toEqual({ reply: 'First' })
  expect(await emailOf(id)).toMatchObject({ state: 'dropped' })
  expect(await listed(id)).toMatchObject({ answer: null })
  await ask('answer-message', { id, reply: 'Second' })
  expect(await emailOf(id)).toMatchObject({ state: 'waiting', data: { reply: 'Second' }, waits: true })
  await api.db.asService((tx) =>
    sql`update private.outbox set state = 'sent' where cause = ${id} and kind = 'contact_reply'`.execute(tx),
  )
  expect(await ask('reopen-message', { id })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await listed(id)).toMatchObject({ answer: { reply: 'Second', can_undo: false } })
})

test('a message is marked as answered elsewhere, and unmarked', async () => {
  const id = await message()
  const open = (await ask('messages')).body.open
  await ask('answer-message', { id })
  expect((await ask('messages')).body.open).toBe(open - 1)
  expect(await listed(id)).toMatchObject({ answer: { reply: null, can_undo: true } })
  expect((await ask('reopen-message', { id })).body).toEqual({ reply: null })
  expect((await ask('messages')).body.open).toBe(open)
  expect(await emailOf(id)).toBeUndefined()
})

test('of two administrators who answer at once one is refused, and one e-mail leaves', async () => {
  const id = await message()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => ask('answer-message', { id, reply: `Answer ${at}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const kept = await listed(id)
  expect((await emailOf(id))?.data.reply).toBe(kept.answer.reply)
})

test('an undo and a sending at once: either the e-mail left and the answer stays, or neither', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await message()
    await ask('answer-message', { id, reply: 'Now' })
    const claim = sql`update private.outbox set state = 'sending' where kind = 'contact_reply' and cause = ${id} and state = 'waiting'`
    const [undone] = await Promise.all([ask('reopen-message', { id }), api.db.asService((tx) => claim.execute(tx))])
    const { state } = (await emailOf(id)) ?? { state: '' }
    const { answer } = await listed(id)
    expect([undone.status, state, answer === null]).toEqual(
      undone.status === 200 ? [200, 'dropped', true] : [409, 'sending', false],
    )
  }
})

test('an empty reply, one with a blank and one to a message that is gone are refused', async () => {
  const id = await message()
  for (const reply of ['', '  ', 'Dear {name}', 'Order {order}']) {
    expect(await ask('answer-message', { id, reply }), reply).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  }
  expect(await ask('answer-message', { id: crypto.randomUUID(), reply: 'Hello' })).toMatchObject({ status: 404 })
  expect(await ask('reopen-message', { id })).toMatchObject({ status: 409 })
})

test('answers and replies are deleted with the message, 30 days after it was sent', async () => {
  const id = await message()
  await ask('answer-message', { id, reply: 'Gone soon' })
  await api.db.asService((tx) =>
    sql`update private.outbox set state = 'sent', sent_at = public.shop_now() - interval '31 days' where cause = ${id}`.execute(
      tx,
    ),
  )
  await deleteOldContactEmails(api.db)
  expect(await listed(id)).toBeUndefined()
  expect(await emailOf(id)).toBeUndefined()
  const left = await api.db.asService((tx) =>
    tx.selectFrom('private.contact_answers').selectAll().where('message_id', '=', id).execute(),
  )
  expect(left).toEqual([])
})

test('saved replies are written, changed and deleted, and nothing is overwritten unseen', async () => {
  const { saved } = (await ask('write-saved-reply', { name: 'Returns', reply: 'Dear {name}, …' })).body
  expect((await ask('messages')).body.replies).toContainEqual(saved)
  const changed = await ask('write-saved-reply', { ...saved, reply: 'Hello {name}' })
  expect(changed.body.saved).toEqual({ ...saved, reply: 'Hello {name}', version: 2 })
  expect(await ask('write-saved-reply', { ...saved, reply: 'Mine' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', details: { current: changed.body.saved } },
  })
  expect(await ask('delete-saved-reply', { id: saved.id, version: 1 })).toMatchObject({ status: 409 })
  expect(await ask('delete-saved-reply', { id: saved.id, version: 2 })).toMatchObject({ status: 200 })
  expect(await ask('write-saved-reply', { ...saved, version: 2 })).toMatchObject({ status: 404 })
  expect(await ask('write-saved-reply', { name: ' ', reply: 'x' })).toMatchObject({ status: 400 })
})
