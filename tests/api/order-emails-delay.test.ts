import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Delays, startDelays } from '#tests/fixtures/order-delays.ts'
import type { OrderEmailsShop } from '../fixtures/order-emails-shop.ts'

/** The outbox and the refunds are swept every second. */
const longPoll = { timeout: 10_000 }
const shopAddress = 'hello@thekindredwardrobe.co.uk'

let delays: Delays
let shop: OrderEmailsShop

beforeAll(async () => {
  delays = await startDelays()
  shop = delays.shop
})
afterAll(() => delays[Symbol.asyncDispose]())

test('a delay moves the dispatch day, keeps the first promise, and is e-mailed to the customer and logged', async () => {
  const { id, order_number } = await shop.paidOrder()
  const { status, body } = await delays.announce(order_number, '2030-02-01', '  The cloth came\nlate.  ')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    order_number,
    was: '2030-01-15',
    dispatch_by: '2030-02-01',
    promised_dispatch_by: '2030-01-15',
    email: { kind: 'order_delayed', recipient: 'ruth@example.com' },
  })
  const [email] = await shop.emails(id, 'order_delayed')
  expect(email?.cause).toContain(`${id}.2030-02-01.`)
  expect(email?.data).toMatchObject({ from: '2030-01-15', to: '2030-02-01', reason: 'The cloth came late.' })
  await shop.pass(2)
  await expect.poll(() => shop.emails(id, 'order_delayed'), longPoll).toMatchObject([{ state: 'sent' }])
  const sent = shop.smtp.received.find(({ messageId }) => messageId.startsWith(`<order_delayed.${id}`))
  expect(sent?.to).toEqual(['ruth@example.com'])

  expect((await delays.announce(order_number, '2030-03-01')).body).toMatchObject({
    was: '2030-02-01',
    promised_dispatch_by: '2030-01-15',
  })
  await delays.setOrder(id, { promised_dispatch_by: '2031-01-01', dispatch_by: '2030-03-02' })
  expect(await delays.read(id)).toMatchObject({ leaves: '2030-03-02', promised: '2030-01-15' })
  const logged = await shop.row<{ actor: string; before: object; after: object }>(
    `select actor, before, after from private.audit_log where table_name = 'pre_orders' and row_id = $1
       and after ->> 'dispatch_by' = '2030-02-01'`,
    [id],
  )
  expect(logged).toEqual({
    actor: delays.admin.id,
    before: { dispatch_by: '2030-01-15', arrive_by: '2030-01-18', promised_dispatch_by: null },
    after: { dispatch_by: '2030-02-01', arrive_by: '2030-02-06', promised_dispatch_by: '2030-01-15' },
  })
})

test('an invalid date is refused, and so is an order that is not waiting for dispatch', async () => {
  const { id, order_number } = await shop.paidOrder()
  for (const day of ['2030-01-15', '2030-01-01', '2029-12-31', '2031-06-01', '2030-02-30', 'soon', '']) {
    expect((await delays.announce(order_number, day)).status, day).toBe(400)
  }
  await delays.setOrder(id, { dispatch_by: '2029-12-01' })
  expect((await delays.announce(order_number, '2030-01-01')).body).toMatchObject({
    message: 'The new date can’t be in the past.',
  })
  expect((await delays.announce('TKW-NONE', '2030-02-01')).status).toBe(404)
  for (const order_status of ['shipped', 'delivered', 'cancelled']) {
    await delays.setOrder(id, { order_status })
    expect((await delays.announce(order_number, '2030-02-01')).status, order_status).toBe(409)
  }
  const unpaid = await shop.db.order({ customer_email: 'a@example.com' })
  expect((await delays.announce(unpaid.order_number, '2030-02-01')).status).toBe(409)
  expect(await shop.emails(id, 'order_delayed')).toEqual([])
  expect(await delays.read(id)).toMatchObject({ leaves: '2029-12-01' })
})

test('an earlier date is a change that the customer hears of, without a choice, and that can be undone until then', async () => {
  const { id, order_number } = await shop.paidOrder()
  const { status, body } = await delays.announce(order_number, '2030-01-09', 'not shown')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    was: '2030-01-15',
    dispatch_by: '2030-01-09',
    email: { kind: 'order_changed', state: 'waiting' },
  })
  const days = () => shop.row(`select dispatch_by::text, arrive_by::text from pre_orders where id = $1`, [id])
  expect(await days()).toEqual({ dispatch_by: '2030-01-09', arrive_by: '2030-01-14' })
  expect(await shop.emails(id, 'order_delayed')).toEqual([])
  const [waiting] = await shop.emails(id, 'order_changed')
  const undo = (edit: string | undefined) => delays.undo(order_number, edit)
  expect((await undo(waiting?.cause)).status).toBe(200)
  expect(await days()).toEqual({ dispatch_by: '2030-01-15', arrive_by: '2030-01-18' })

  await delays.announce(order_number, '2030-01-10')
  await shop.pass(2)
  const sent = async () => (await shop.emails(id, 'order_changed')).find(({ state }) => state === 'sent')
  await expect.poll(sent, longPoll).toBeDefined()
  const edit = (await sent())?.cause
  expect(shop.smtp.received.find(({ messageId }) => messageId.includes(edit ?? 'none'))?.message).toContain(
    'Thursday 10 January 2030',
  )
  expect((await undo(edit)).status).toBe(409)
  expect((await delays.announce(order_number, '2030-02-01')).body).toMatchObject({ email: { kind: 'order_delayed' } })
})

test('an order that was brought forward is delayed to a day announced before, and its customer chooses again', async () => {
  const order = await shop.paidOrder()
  const { id, order_number } = order
  const sent = async () => (await shop.emails(id, 'order_delayed')).filter(({ state }) => state === 'sent')
  const token = await delays.delayed(order, '2030-02-01')
  await shop.pass(2)
  await expect.poll(sent, longPoll).toHaveLength(1)
  await delays.announce(order_number, '2030-03-01')
  expect(await delays.answer(token, 'keep')).toMatchObject({ body: { state: 'superseded' } })
  const later = shop.delayTokens.issue({ orderId: id, day: '2030-03-01', linkVersion: 1 })
  expect(await delays.answer(later, 'keep')).toMatchObject({ body: { state: 'kept' } })
  await shop.pass(2)
  await expect.poll(sent, longPoll).toHaveLength(2)
  expect((await delays.announce(order_number, '2030-01-09')).status).toBe(200)

  const responses = await Promise.all(
    [1, 2, 3].map(() => delays.announce(order_number, '2030-02-01', 'The linen is late')),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  await shop.pass(2)
  await expect
    .poll(async () => (await sent()).at(-1)?.data, longPoll)
    .toMatchObject({
      from: '2030-01-09',
      to: '2030-02-01',
      reason: 'The linen is late',
    })
  expect(await delays.look(token)).toMatchObject({ body: { state: 'open', from: '2030-01-09', to: '2030-02-01' } })
  // Also where the day is after all that were announced.
  expect(await delays.answer(token, 'keep')).toMatchObject({ body: { state: 'kept' } })
  await delays.announce(order_number, '2030-01-10')
  expect((await delays.announce(order_number, '2030-03-01')).status).toBe(200)
  expect(await delays.answer(later, 'cancel')).toMatchObject({ body: { state: 'cancelled' } })
  const answers = [['keep'], ['keep'], ['cancel']].map(([answer]) => [expect.any(String), answer])
  await expect.poll(() => delays.emailsToShop(id), longPoll).toEqual(answers)
})

test('two administrators announce the same date at once: one delay, one e-mail', async () => {
  const { id, order_number } = await shop.paidOrder()
  const responses = await Promise.all(Array.from({ length: 20 }, () => delays.announce(order_number, '2030-02-01')))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)])
  expect(await shop.emails(id, 'order_delayed')).toHaveLength(1)
})

test('the link reveals only its order’s delay, and opening it changes nothing', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await delays.look(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      state: 'open',
      cancel_days: 14,
      order_number: order.order_number,
      first_name: 'Ruth',
      from: '2030-01-15',
      to: '2030-02-01',
      reason: null,
      added: [],
      garments: [{ name: 'Mary Dress', size: '10-12', quantity: 1, slug: 'mary-dress' }],
    })
  }
  const { data, error } = await shop.client().functions.invoke(`answer-delay?token=${token}`, { method: 'GET' })
  expect([error, data.state]).toEqual([null, 'open'])
  expect(await delays.read(order.id)).toMatchObject({ order_status: 'pending', review_notes: [] })
})

test('keeping is recorded once, however often it is requested, and the shop gets one e-mail', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  const responses = await Promise.all(Array.from({ length: 20 }, () => delays.answer(token, 'keep')))
  expect(responses.every(({ status, body }) => status === 200 && body.state === 'kept')).toBe(true)
  expect((await delays.answer(token, 'cancel')).body.state).toBe('kept')
  expect(await delays.read(order.id)).toMatchObject({
    order_status: 'pending',
    review_notes: [],
    provider_state: 'paid',
  })
  expect(await delays.emailsToShop(order.id)).toEqual([[shopAddress, 'keep']])
  await expect.poll(() => shop.emails(order.id, 'order_choice_made'), longPoll).toMatchObject([{ state: 'sent' }])
  const listEmailKinds = shop.smtp.received.find(({ messageId }) =>
    messageId.startsWith(`<order_choice_made.${order.id}`),
  )
  expect(listEmailKinds?.to).toEqual([shopAddress])
  expect(listEmailKinds?.message).toMatch(/^Reply-To: ruth@example\.com$/m)
})

test('after production started or the parcel shipped, the response says so and changes nothing', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  for (const [order_status, state] of [
    ['processing', 'cut'],
    ['shipped', 'sent'],
    ['delivered', 'sent'],
  ]) {
    await delays.setOrder(order.id, { order_status })
    expect((await delays.look(token)).body.state).toBe(state)
    for (const choice of ['cancel', 'keep']) expect((await delays.answer(token, choice)).body.state).toBe(state)
    expect(await delays.read(order.id)).toMatchObject({ order_status })
  }
  expect(await delays.emailsToShop(order.id)).toEqual([])
})

test('only the latest delay can be answered, and an earlier unsent e-mail is dropped', async () => {
  const order = await shop.paidOrder()
  const first = await delays.delayed(order, '2030-02-01')
  await shop.pass(2)
  await expect.poll(() => shop.emails(order.id, 'order_delayed'), longPoll).toMatchObject([{ state: 'sent' }])
  shop.smtp.answer = (stage) => (stage === 'mail' ? '421 later' : undefined)
  const second = await delays.delayed(order, '2030-03-01')
  expect((await delays.look(first)).body.state).toBe('superseded')
  expect((await delays.answer(first, 'cancel')).body.state).toBe('superseded')
  expect(await delays.read(order.id)).toMatchObject({ order_status: 'pending' })
  expect((await delays.answer(second, 'keep')).body).toMatchObject({
    state: 'kept',
    from: '2030-02-01',
    to: '2030-03-01',
  })
  shop.smtp.answer = () => undefined
})

test('the choice names the day of an order that was brought forward since, and ends when it is delayed no more', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order, '2030-02-01')
  await delays.announce(order.order_number, '2030-01-24')
  expect((await delays.look(token)).body).toMatchObject({ state: 'open', from: '2030-01-15', to: '2030-01-24' })
  await delays.announce(order.order_number, '2030-01-15')
  expect((await delays.answer(token, 'cancel')).body.state).toBe('superseded')
  expect(await delays.read(order.id)).toMatchObject({ order_status: 'pending', leaves: '2030-01-15' })
})

test('a delay whose e-mail failed does not count as announced for the next one', async () => {
  const order = await shop.paidOrder()
  const { leaves } = await delays.read(order.id)
  shop.smtp.answer = (stage) => (stage === 'rcpt' ? '550 no such mailbox' : undefined)
  await delays.delayed(order, '2030-02-01')
  await shop.pass(2)
  await expect.poll(() => shop.emails(order.id, 'order_delayed'), longPoll).toMatchObject([{ state: 'failed' }])
  shop.smtp.answer = () => undefined
  expect((await delays.announce(order.order_number, '2030-03-01')).body).toMatchObject({ was: leaves })
})

test('an invented, changed or truncated token is refused', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  const other = await delays.delayed(await shop.paidOrder())
  const forged = [
    '',
    'x',
    token.slice(0, -1),
    `${token}A`,
    token.slice(0, 25) + other.slice(25),
    other.slice(0, 25) + token.slice(25),
    ...Array.from(
      { length: 52 },
      (_, at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1),
    ),
  ]
  for (const each of forged) {
    expect((await delays.look(each)).status).toBe(404)
    expect((await delays.answer(each, 'cancel')).status).toBe(404)
  }
  expect((await delays.answer(token, 'both')).status).toBe(400)
  await shop.client(shop.serviceRoleKey).from('pre_orders').delete().eq('id', order.id).throwOnError()
  expect((await delays.look(token)).status).toBe(404)
  expect((await delays.answer(token, 'cancel')).status).toBe(404)
})
