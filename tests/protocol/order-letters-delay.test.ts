import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OrderLettersShop, type PaidOrder, startOrderLettersShop } from '#tests/fixtures/order-letters-shop.ts'

/** The outbox and the refunds are looked at every second. */
const patient = { timeout: 10_000 }
const shopAddress = 'hello@thekindredwardrobe.co.uk'

let shop: OrderLettersShop
let admin: { id: string; token: string }

beforeAll(async () => {
  shop = await startOrderLettersShop()
  admin = await shop.user({ admin: true })
  // The orders below leave in January 2030.
  await shop.row(`update private.clock set ahead = '2030-01-02T12:00:00Z'::timestamptz - now()`)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => shop.refuseRefunds(false))

type Choice = { state: string; first_name: string | null; from: string; to: string; garments: object[] }

async function call<Body>(path: string, body?: unknown, token?: string) {
  const response = await fetch(`${shop.url}/functions/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: shop.anonKey,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

function announce(order_number: string, dispatch_by: string, reason?: string) {
  return call<Record<string, unknown>>('announce-delay', { order_number, dispatch_by, reason }, admin.token)
}

/** A delay that was announced, with the token its letter carries. */
async function delayed(order: PaidOrder, to = '2030-02-01'): Promise<string> {
  expect((await announce(order.order_number, to)).status).toBe(200)
  const letters = await shop.letters(order.id, 'order_delayed')
  return String(letters.find(({ data }) => data.to === to)?.data.token)
}

const look = (token: string) => call<Choice>(`answer-delay?token=${encodeURIComponent(token)}`)
const answer = (token: string, said: string) => call<Choice>('answer-delay', { token, answer: said })

function setOrder(id: string, values: Record<string, unknown>) {
  return shop.client(shop.serviceRoleKey).from('pre_orders').update(values).eq('id', id).throwOnError()
}

type Row = {
  order_status: string
  payment_state: string
  refunded_amount: string
  needs_review: string | null
  leaves: string
  promised: string | null
}
function read(id: string): Promise<Row> {
  return shop.row(
    `select order_status, payment_state, refunded_amount, needs_review, dispatch_by::text as leaves,
       promised_dispatch_by::text as promised from pre_orders where id = $1`,
    [id],
  )
}

async function lettersToShop(id: string) {
  return (await shop.letters(id, 'order_choice_made')).map(({ recipient, data }) => [recipient, data.answer])
}

test('a delay moves the day, keeps the first promise whatever comes, and is written to the customer and the log', async () => {
  const { id, order_number } = await shop.paidOrder()
  const { status, body } = await announce(order_number, '2030-02-01', '  The cloth came\nlate.  ')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    order_number,
    was: '2030-01-15',
    dispatch_by: '2030-02-01',
    promised_dispatch_by: '2030-01-15',
    letter: { kind: 'order_delayed', recipient: 'ruth@example.com' },
  })
  const [letter] = await shop.letters(id, 'order_delayed')
  expect(letter?.cause).toBe(`${id}.2030-02-01`)
  expect(letter?.data).toMatchObject({ from: '2030-01-15', to: '2030-02-01', reason: 'The cloth came late.' })
  await expect.poll(() => shop.letters(id, 'order_delayed'), patient).toMatchObject([{ state: 'sent' }])
  const sent = shop.smtp.received.find(({ messageId }) => messageId.startsWith(`<order_delayed.${id}`))
  expect(sent?.to).toEqual(['ruth@example.com'])

  expect((await announce(order_number, '2030-03-01')).body).toMatchObject({
    was: '2030-02-01',
    promised_dispatch_by: '2030-01-15',
  })
  await setOrder(id, { promised_dispatch_by: '2031-01-01', dispatch_by: '2030-03-02' })
  expect(await read(id)).toMatchObject({ leaves: '2030-03-02', promised: '2030-01-15' })
  const logged = await shop.row<{ actor: string; before: object; after: object }>(
    `select actor, before, after from private.audit_log where table_name = 'pre_orders' and row_id = $1
       and after ->> 'dispatch_by' = '2030-02-01'`,
    [id],
  )
  expect(logged).toEqual({
    actor: admin.id,
    before: { dispatch_by: '2030-01-15', promised_dispatch_by: null },
    after: { dispatch_by: '2030-02-01', promised_dispatch_by: '2030-01-15' },
  })
})

test('a day that is no delay is refused, and so is an order nobody waits for', async () => {
  const { id, order_number } = await shop.paidOrder()
  for (const day of ['2030-01-15', '2030-01-14', '2029-12-31', '2031-06-01', '2030-02-30', 'soon', '']) {
    expect((await announce(order_number, day)).status, day).toBe(400)
  }
  await setOrder(id, { dispatch_by: '2029-12-01' })
  expect((await announce(order_number, '2030-01-01')).body).toMatchObject({
    message: 'The new date must not be in the past.',
  })
  expect((await announce('TKW-NONE', '2030-02-01')).status).toBe(404)
  for (const order_status of ['shipped', 'delivered', 'cancelled']) {
    await setOrder(id, { order_status })
    expect((await announce(order_number, '2030-02-01')).status, order_status).toBe(409)
  }
  const unpaid = await shop.db.order({ customer_email: 'a@example.com' })
  expect((await announce(unpaid.order_number, '2030-02-01')).status).toBe(409)
  expect(await shop.letters(id, 'order_delayed')).toEqual([])
  expect(await read(id)).toMatchObject({ leaves: '2029-12-01' })
})

test('two administrators announce the same day at once: one delay, one letter', async () => {
  const { id, order_number } = await shop.paidOrder()
  const answers = await Promise.all(Array.from({ length: 20 }, () => announce(order_number, '2030-02-01')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)])
  expect(await shop.letters(id, 'order_delayed')).toHaveLength(1)
})

test('the link tells what it is about and nothing more of the customer, and being looked at changes nothing', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await look(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      state: 'open',
      order_number: order.order_number,
      first_name: 'Ruth',
      from: '2030-01-15',
      to: '2030-02-01',
      reason: null,
      garments: [{ name: 'Mary Dress', size: '10-12', quantity: 1, slug: 'mary-dress' }],
    })
  }
  const { data, error } = await shop.client().functions.invoke(`answer-delay?token=${token}`, { method: 'GET' })
  expect([error, data.state]).toEqual([null, 'open'])
  expect(await read(order.id)).toMatchObject({ order_status: 'pending', needs_review: null })
})

test('keeping is answered once, however often it is pressed, and the shop hears of it once', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(token, 'keep')))
  expect(answers.every(({ status, body }) => status === 200 && body.state === 'kept')).toBe(true)
  expect((await answer(token, 'cancel')).body.state).toBe('kept')
  expect(await read(order.id)).toMatchObject({ order_status: 'pending', needs_review: null, payment_state: 'paid' })
  expect(await lettersToShop(order.id)).toEqual([[shopAddress, 'keep']])
  await expect.poll(() => shop.letters(order.id, 'order_choice_made'), patient).toMatchObject([{ state: 'sent' }])
  const told = shop.smtp.received.find(({ messageId }) => messageId.startsWith(`<order_choice_made.${order.id}`))
  expect(told?.to).toEqual([shopAddress])
  expect(told?.message).toMatch(/^Reply-To: ruth@example\.com$/m)
})

test('cancelling, pressed by twenty at once, cancels once, gives everything back once, and tells both sides', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  await expect.poll(() => shop.letters(order.id, 'order_delayed'), patient).toMatchObject([{ state: 'sent' }])
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(token, 'cancel')))
  expect(answers.every(({ status, body }) => status === 200 && body.state === 'cancelled')).toBe(true)
  await expect
    .poll(() => read(order.id), patient)
    .toMatchObject({
      order_status: 'cancelled',
      payment_state: 'refunded',
      refunded_amount: '93.50',
      needs_review: null,
    })
  const { refunds } = await shop.row<{ refunds: object }>(
    'select refunds from private.test_payment_sessions where id = $1',
    [order.sessionId],
  )
  expect(Object.values(refunds)).toEqual([9350])
  await shop.pass(1)
  await expect
    .poll(async () => (await shop.letters(order.id)).map(({ kind, state }) => `${kind} ${state}`).sort(), patient)
    .toEqual(['order_cancelled sent', 'order_choice_made sent', 'order_delayed sent', 'order_refunded sent'])
  expect((await answer(token, 'keep')).body.state).toBe('cancelled')
  expect(await lettersToShop(order.id)).toEqual([[shopAddress, 'cancel']])
})

test('keep and cancel pressed at the same moment: one of them stands', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => answer(token, at % 2 ? 'keep' : 'cancel').then(({ body }) => body.state)),
  )
  expect(new Set(answers).size).toBe(1)
  expect(await lettersToShop(order.id)).toHaveLength(1)
})

test('a refund the provider does not give is owed where the owner sees it, and is given later, once', async () => {
  const order = await shop.paidOrder()
  await setOrder(order.id, { needs_review: 'The address looks odd' })
  const token = await delayed(order)
  shop.refuseRefunds(true)
  expect((await answer(token, 'cancel')).body.state).toBe('cancelled')
  const attempts = () =>
    shop.row<{ attempts: number }>('select attempts from private.refunds where order_id = $1', [order.id])
  await expect.poll(attempts, patient).toEqual({ attempts: 1 })
  expect(await read(order.id)).toMatchObject({
    order_status: 'cancelled',
    payment_state: 'paid',
    needs_review: 'The address looks odd. Refund owed: cancelled by the customer after a delay',
  })
  await shop.pass(1)
  await expect.poll(attempts, patient).toEqual({ attempts: 2 })
  shop.refuseRefunds(false)
  await shop.pass(2)
  await expect
    .poll(() => read(order.id), patient)
    .toMatchObject({
      payment_state: 'refunded',
      needs_review: 'The address looks odd',
    })
})

test('an order that is taken up again before its money could be given back is not given back behind the owner’s back', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  shop.refuseRefunds(true)
  expect((await answer(token, 'cancel')).body.state).toBe('cancelled')
  const attempts = () =>
    shop.row<{ tries: number }>(`select attempts as tries from private.refunds where order_id = $1`, [order.id])
  await expect.poll(async () => (await attempts()).tries, patient).toBe(1)
  await setOrder(order.id, { order_status: 'processing' })
  shop.refuseRefunds(false)
  await shop.pass(5)
  const other = await shop.paidOrder()
  expect((await answer(await delayed(other), 'cancel')).body.state).toBe('cancelled')
  await expect.poll(async () => (await read(other.id)).payment_state, patient).toBe('refunded')
  expect(await read(order.id)).toMatchObject({
    payment_state: 'paid',
    needs_review: expect.stringContaining('Refund owed'),
  })
  await setOrder(order.id, { order_status: 'cancelled' })
  await expect.poll(async () => (await read(order.id)).payment_state, patient).toBe('refunded')
})

test('what was given back before is not given back again', async () => {
  const order = await shop.paidOrder()
  await shop.row(
    `update private.test_payment_sessions set refunded_amount = 2000, refunds = '{"by hand": 2000}' where id = $1`,
    [order.sessionId],
  )
  await answer(await delayed(order), 'cancel')
  await expect.poll(() => read(order.id), patient).toMatchObject({ refunded_amount: '93.50' })
})

test('after the cloth was cut or the parcel left it says so, and changes nothing', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  for (const [order_status, state] of [
    ['processing', 'cut'],
    ['shipped', 'sent'],
    ['delivered', 'sent'],
  ]) {
    await setOrder(order.id, { order_status })
    expect((await look(token)).body.state).toBe(state)
    for (const said of ['cancel', 'keep']) expect((await answer(token, said)).body.state).toBe(state)
    expect(await read(order.id)).toMatchObject({ order_status })
  }
  expect(await lettersToShop(order.id)).toEqual([])
})

test('whose garment was being made when the shop asked may cancel until it is sent', async () => {
  const order = await shop.paidOrder()
  await setOrder(order.id, { order_status: 'processing' })
  const token = await delayed(order)
  expect((await look(token)).body.state).toBe('open')
  expect((await answer(token, 'cancel')).body.state).toBe('cancelled')
  expect(await read(order.id)).toMatchObject({ order_status: 'cancelled' })
})

test('only the latest delay can be answered, and an earlier letter that never left comes to nothing', async () => {
  const order = await shop.paidOrder()
  const first = await delayed(order, '2030-02-01')
  await expect.poll(() => shop.letters(order.id, 'order_delayed'), patient).toMatchObject([{ state: 'sent' }])
  shop.smtp.answer = (stage) => (stage === 'mail' ? '421 later' : undefined)
  const second = await delayed(order, '2030-03-01')
  expect((await look(first)).body.state).toBe('superseded')
  expect((await answer(first, 'cancel')).body.state).toBe('superseded')
  expect(await read(order.id)).toMatchObject({ order_status: 'pending' })
  expect((await answer(second, 'keep')).body).toMatchObject({ state: 'kept', from: '2030-02-01', to: '2030-03-01' })
  shop.smtp.answer = () => undefined
})

test('a delay whose letter was refused was never heard of, so the next one does not count from it', async () => {
  const order = await shop.paidOrder()
  const { leaves } = await read(order.id)
  shop.smtp.answer = (stage) => (stage === 'rcpt' ? '550 no such mailbox' : undefined)
  await delayed(order, '2030-02-01')
  await expect.poll(() => shop.letters(order.id, 'order_delayed'), patient).toMatchObject([{ state: 'failed' }])
  shop.smtp.answer = () => undefined
  expect((await announce(order.order_number, '2030-03-01')).body).toMatchObject({ was: leaves })
})

test('a link that was made up, changed or cut short opens nothing', async () => {
  const order = await shop.paidOrder()
  const token = await delayed(order)
  const other = await delayed(await shop.paidOrder())
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
    expect((await look(each)).status).toBe(404)
    expect((await answer(each, 'cancel')).status).toBe(404)
  }
  expect((await answer(token, 'both')).status).toBe(400)
  await shop.client(shop.serviceRoleKey).from('pre_orders').delete().eq('id', order.id).throwOnError()
  expect((await look(token)).status).toBe(404)
  expect((await answer(token, 'cancel')).status).toBe(404)
})
