import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { hostile } from '#tests/fixtures/hostile-input.ts'
import { type OrderEmailsShop, startOrderEmailsShop } from '../fixtures/order-emails-shop.ts'

let shop: OrderEmailsShop
let admin: { id: string; token: string }

beforeAll(async () => {
  shop = await startOrderEmailsShop()
  admin = await shop.user({ admin: true })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  shop.smtp.answer = () => undefined
})

type Answer = { status: number; body: Record<string, unknown> }

async function ask(path: string, { body, token = admin.token }: { body?: unknown; token?: string | null } = {}) {
  const response = await fetchFunction(shop, { path, token, body })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: await response.json() } as Answer
}

function setOrder(id: string, values: Record<string, unknown>) {
  return shop.client(shop.serviceRoleKey).from('pre_orders').update(values).eq('id', id).throwOnError()
}

async function shippedOrder(tracking = `N-${crypto.randomUUID()}`) {
  const order = await shop.paidOrder()
  await setOrder(order.id, { order_status: 'shipped', tracking_number: tracking })
  return { ...order, tracking }
}

function confirm(orderNumber: string, more: Record<string, unknown> = {}) {
  return ask('send-shipping-confirmation', { body: { order_number: orderNumber, ...more } })
}

/** The answer once the e-mail no longer waits: a call waits three seconds at most. */
async function confirmed(orderNumber: string) {
  for (;;) {
    const answer = await confirm(orderNumber)
    if (answer.body.state !== 'waiting') return answer
  }
}

function parcelsOf(id: string) {
  return shop.smtp.received.filter(({ messageId }) => messageId.startsWith(`<order_dispatched.${id}`))
}

describe('administrators only', () => {
  const calls: [string, unknown?][] = [
    ['send-shipping-confirmation', { order_number: 'TKW-NONE' }],
    ['order-emails?order_number=TKW-NONE'],
    ['send-email-again', { id: crypto.randomUUID() }],
    ['announce-delay', { order_number: 'TKW-NONE', dispatch_by: '2030-02-01' }],
  ]

  test.each(calls)('calls %s', async (path, body) => {
    const former = await shop.user({ admin: true })
    await shop.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', former.id).execute())
    const customer = await shop.user()
    const call = (token: string | null) => ask(path, { body, token })
    expect((await call(null)).status).toBe(401)
    expect((await call(shop.anonKey)).status).toBe(401)
    expect((await call(shop.serviceRoleKey)).status).toBe(401)
    expect((await call(customer.token)).status).toBe(403)
    expect((await call(former.token)).status).toBe(403)
    expect((await call(admin.token)).status).toBe(404)
  })
})

describe('send-shipping-confirmation', () => {
  test('writes to the order’s address, whatever the body says, and reports that it was sent', {
    tags: ['S38'],
  }, async () => {
    const { id, order_number, tracking } = await shippedOrder()
    const { data, error } = await shop.client(admin.token).functions.invoke('send-shipping-confirmation', {
      body: {
        order_number,
        customer_name: 'Somebody Else',
        customer_email: 'thief@example.com',
        product_name: 'A yacht',
        tracking_number: 'ANOTHER',
        shipping_carrier: 'Nobody',
      },
    })
    expect(error).toBeNull()
    expect(data).toEqual({ queued: true, state: 'sent', message: 'The customer has been e-mailed.' })
    const [email, ...others] = parcelsOf(id)
    expect(others).toEqual([])
    expect(email?.to).toEqual(['ruth@example.com'])
    expect(email?.message).toContain(tracking)
    expect(email?.message).not.toMatch(/ANOTHER|yacht|Somebody|thief/)
    expect(shop.smtp.received.flatMap(({ to }) => to)).not.toContain('thief@example.com')
  })

  test('called ten times at once, and once more later, sends one e-mail', async () => {
    const { id, order_number } = await shippedOrder()
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(order_number)))
    for (const { status, body } of [...responses, await confirm(order_number)]) {
      expect([status, body.state]).toEqual([200, 'sent'])
    }
    expect(parcelsOf(id)).toHaveLength(1)
  })

  test('queues the e-mail where no trigger queued it, as for old orders', async () => {
    const { id, order_number } = await shippedOrder()
    await shop.row('delete from private.outbox where order_id = $1 and kind = $2', [id, 'order_dispatched'])
    expect((await confirm(order_number)).body.state).toBe('sent')
    expect(await shop.emails(id, 'order_dispatched')).toHaveLength(1)
  })

  test('is 404 for an unknown order, and 409 without a number, without a payment or before dispatch', async () => {
    expect((await confirm('TKW-000000')).status).toBe(404)
    const order = await shop.paidOrder()
    expect(await confirm(order.order_number)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This order has no tracking number yet.' },
    })
    await setOrder(order.id, { tracking_number: 'EARLY' })
    expect((await confirm(order.order_number)).status).toBe(409)
    const unpaid = await shop.db.order({
      order_status: 'shipped',
      tracking_number: 'FREE',
      customer_email: 'a@example.com',
    })
    expect((await confirm(unpaid.order_number)).status).toBe(409)
    expect(await shop.emails(unpaid.id)).toEqual([])
  })

  test('says within three seconds that the e-mail is queued while the mail server is down; it is sent later', async () => {
    shop.smtp.answer = (stage) => (stage === 'mail' ? '421 come back later' : undefined)
    const { id, order_number } = await shippedOrder()
    const began = performance.now()
    const { status, body } = await confirm(order_number)
    expect(performance.now() - began).toBeLessThan(4_500)
    expect(status).toBe(200)
    expect(body).toMatchObject({ queued: true, state: 'waiting' })
    expect(body.message).toContain('waiting to be sent')
    shop.smtp.answer = () => undefined
    expect((await confirm(order_number)).body.state).toBe('sent')
    expect(parcelsOf(id)).toHaveLength(1)
  })

  test('does not wait for a slow mail server', { tags: ['M2'] }, async () => {
    shop.smtp.answer = (stage) =>
      stage === 'rcpt' ? new Promise((go) => setTimeout(() => go(undefined), 5_000)) : undefined
    const { order_number } = await shippedOrder()
    const began = performance.now()
    expect((await confirm(order_number)).body.state).toBe('waiting')
    expect(performance.now() - began).toBeLessThan(4_500)
  })

  test('reports a refused address, and sends the same e-mail once it is corrected', async () => {
    const { id, order_number } = await shippedOrder()
    await setOrder(id, { tracking_number: null, order_status: 'pending', customer_email: 'wrong@example.com' })
    shop.smtp.answer = (stage, address) =>
      stage === 'rcpt' && address === 'wrong@example.com' ? '550 no such mailbox' : undefined
    await setOrder(id, { tracking_number: 'AGAIN 1', order_status: 'shipped' })
    const { body } = await confirmed(order_number)
    expect(body.state).toBe('failed')
    expect(body.message).toContain('550')
    await setOrder(id, { customer_email: 'right@example.com' })
    expect((await confirmed(order_number)).body.state).toBe('sent')
    expect(parcelsOf(id).at(-1)?.to).toEqual(['right@example.com'])
  })

  test('reports an invalid address as a failure', async () => {
    const { id, order_number } = await shippedOrder()
    await setOrder(id, { customer_email: 'not an address', tracking_number: 'NOWHERE' })
    const { status, body } = await confirm(order_number)
    expect([status, body.state]).toEqual([200, 'failed'])
  })
})

test('a number that is right after all is sent at once, and names the one that was sent in between', async () => {
  const { id, order_number, tracking } = await shippedOrder()
  await confirmed(order_number)
  const wrong = `W-${crypto.randomUUID()}`
  for (const tracking_number of [wrong, tracking]) {
    await setOrder(id, { tracking_number })
    expect((await confirmed(order_number)).body.state).toBe('sent')
  }
  expect(parcelsOf(id)).toHaveLength(3)
  expect(parcelsOf(id).at(-1)?.message).toContain('Corrected tracking number')
})

test('returns no 5xx, whatever the body', async () => {
  const { order_number } = await shippedOrder()
  const right = JSON.stringify(order_number)
  const odd = [...hostile, `"${'x'.repeat(41)}"`, '" "']
  for (const text of odd) {
    const sent: [string, string][] = [
      ['send-shipping-confirmation', `{"order_number":${text}}`],
      ['send-shipping-confirmation', text],
      ['send-email-again', `{"id":${text}}`],
      ['announce-delay', `{"order_number":${text},"dispatch_by":"2031-01-01"}`],
      ['announce-delay', `{"order_number":${right},"dispatch_by":${text}}`],
      ['announce-delay', `{"order_number":${right},"dispatch_by":"2030-02-30","reason":${text}}`],
      ['answer-delay', `{"token":${text},"answer":"keep"}`],
      ['answer-delay', `{"token":"${'A'.repeat(52)}","answer":${text}}`],
    ]
    for (const [path, body] of sent) {
      const { status } = await ask(path, { body })
      // A date is required, and the order has shipped. The year 0 is invalid.
      const isDay = /"dispatch_by":"(?!0000)\d{4}-\d\d-\d\d"}$/.test(body) && body.includes(right)
      expect(isDay ? [409] : [400, 404], `${path} ${body.slice(0, 80)}`).toContain(status)
    }
  }
  for (const query of ['%00', '%ed%a0%80', 'a&order_number=b', '%27', 'x'.repeat(5_000)]) {
    expect([400, 404]).toContain((await ask(`order-emails?order_number=${query}`)).status)
    expect((await ask(`answer-delay?token=${query}`)).status).toBe(query === '%00' ? 400 : 404)
  }
}, 60_000)

describe('the e-mails of an order', () => {
  test('are listed with their subject and state, and without any link or token', async () => {
    const { order_number } = await shippedOrder()
    await confirm(order_number)
    const { status, body } = await ask(`order-emails?order_number=${order_number}`)
    expect(status).toBe(200)
    const emails = body.emails as Record<string, unknown>[]
    expect(emails.map(({ title }) => title)).toEqual(['On its way', 'Order confirmation'])
    expect(Object.keys(emails[0] ?? {}).sort()).toEqual(
      'attempts created_at id kind last_error next_attempt_at recipient sent_at state title'.split(' '),
    )
    expect(emails[0]).toMatchObject({ kind: 'order_dispatched', recipient: 'ruth@example.com', state: 'sent' })
    expect((await ask('order-emails?order_number=NONE')).status).toBe(404)
    expect((await ask('order-emails')).status).toBe(400)
  })

  test('are sent again on request, to the current address, with a Message-ID of their own and an audit entry', async () => {
    const { id, order_number } = await shippedOrder()
    await confirm(order_number)
    const [first] = await shop.emails(id)
    await setOrder(id, { customer_email: 'moved@example.com' })
    const { status, body } = await ask('send-email-again', { body: { id: first?.id } })
    expect([status, body.kind, body.recipient]).toEqual([200, 'order_dispatched', 'moved@example.com'])
    await expect.poll(() => parcelsOf(id).length, { timeout: 10_000 }).toBe(2)
    expect(parcelsOf(id)[1]?.messageId).toContain('.again-1@')

    await expect.poll(async () => (await shop.emails(id)).at(-1)?.state, { timeout: 10_000 }).toBe('sent')
    const copy = await ask('send-email-again', { body: { id: body.id } })
    const causes = (await shop.emails(id)).map(({ cause }) => cause)
    expect(causes).toEqual([first?.cause, `${first?.cause}.again-1`, `${first?.cause}.again-2`])
    const logged = await shop.row<{ actor: string; after: object }>(
      `select actor, after from private.audit_log where action = 'send_again' and row_id = $1`,
      [copy.body.id],
    )
    expect(logged.actor).toBe(admin.id)
    expect(logged.after).toEqual({ kind: 'order_dispatched', order_id: id, of: body.id })
    const row = await shop.row<{ requested_by: string }>('select requested_by from private.outbox where id = $1', [
      body.id,
    ])
    expect(row.requested_by).toBe(admin.id)
  })

  test('are sent again once, for any number of simultaneous requests', async () => {
    const { id, order_number } = await shippedOrder()
    await confirm(order_number)
    const [email] = await shop.emails(id)
    shop.smtp.answer = (stage) => (stage === 'mail' ? '421 later' : undefined)
    const again = () => ask('send-email-again', { body: { id: email?.id } })
    const statuses = (await Promise.all(Array.from({ length: 10 }, again))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await shop.emails(id)).toHaveLength(2)
  })

  test('are not sent again while they are queued, nor when they were dropped', async () => {
    const { id } = await shop.paidOrder()
    await setOrder(id, { order_status: 'processing' })
    const [email] = await shop.emails(id)
    const again = () => ask('send-email-again', { body: { id: email?.id } })
    expect(await again()).toMatchObject({ status: 409, body: { message: 'This e-mail is already being sent.' } })
    await setOrder(id, { order_status: 'pending' })
    expect((await again()).status).toBe(409)
    expect(await shop.emails(id)).toHaveLength(1)
    for (const odd of [null, 'x', '1 or 1=1', crypto.randomUUID()]) {
      expect([400, 404]).toContain((await ask('send-email-again', { body: { id: odd } })).status)
    }
  })

  test('do not include e-mails without an order', async () => {
    const { id } = await shop.row<{ id: string }>(
      `insert into private.outbox (kind, cause, recipient, message_id, state)
       values ('recovery', $1, 'a@example.com', $1, 'sent') returning id`,
      [crypto.randomUUID()],
    )
    expect((await ask('send-email-again', { body: { id } })).status).toBe(404)
  })
})
