import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '#tests/fixtures/smtp-server.ts'
import { type OrderEmailsShop, startOrderEmailsShop } from '../fixtures/order-emails-shop.ts'

/** The outbox is swept every second. */
const longPoll = { timeout: 10_000 }

let shop: OrderEmailsShop
let admin: { id: string; token: string }

beforeAll(async () => {
  shop = await startOrderEmailsShop()
  admin = await shop.user({ admin: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The specification's own requests. */
async function setStatus(id: string, order_status: string, token = admin.token) {
  const { error } = await shop.client(token).from('pre_orders').update({ order_status }).eq('id', id)
  expect(error).toBeNull()
}
async function addTracking(id: string, tracking_number: string | null, token = admin.token) {
  const sent = { tracking_number, shipping_carrier: 'Royal Mail', shipped_at: new Date().toISOString() }
  const { error } = await shop
    .client(token)
    .from('pre_orders')
    .update({ ...sent, order_status: 'shipped' })
    .eq('id', id)
  expect(error).toBeNull()
}

/** Kind and state of an order's rows in the outbox. */
async function listEmailKinds(id: string, kind?: string) {
  const emails = await shop.emails(id, kind)
  return emails.map((email) => `${email.kind.replace('order_', '')} ${email.state}`).sort()
}
async function expectEmails(id: string, expected: string[], kind?: string) {
  await expect.poll(() => listEmailKinds(id, kind), longPoll).toEqual(expected.toSorted())
}

test('cancelled, processing, shipped, processing, shipped: each e-mail is sent once, however often the status changes', async () => {
  const { id } = await shop.paidOrder()
  for (let round = 0; round < 3; round += 1) {
    await setStatus(id, 'cancelled')
    await shop.pass(1)
    await expectEmails(id, ['cancelled sent'], 'order_cancelled')
    await setStatus(id, 'processing')
    await shop.pass(1)
    await expectEmails(id, ['in_production sent'], 'order_in_production')
    await addTracking(id, 'AB 123 GB')
    await shop.pass(1)
    await expectEmails(id, ['dispatched sent'], 'order_dispatched')
    await setStatus(id, 'processing')
    await setStatus(id, 'shipped')
    await setStatus(id, 'delivered')
    await shop.pass(1)
    await expectEmails(id, ['delivered sent'], 'order_delivered')
  }
  expect(await listEmailKinds(id)).toEqual([
    'cancelled sent',
    'delivered sent',
    'dispatched sent',
    'in_production sent',
  ])
  const sent = shop.smtp.received.filter(({ messageId }) => messageId.includes(id))
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length)
  expect(sent).toHaveLength(5)
})

test('a change undone at once sends nothing, and the same change later does', async () => {
  const { id } = await shop.paidOrder()
  for (const slip of ['processing', 'delivered', 'cancelled']) {
    await setStatus(id, slip)
    await setStatus(id, 'pending')
  }
  await shop.pass(5)
  expect(await listEmailKinds(id)).toEqual(['cancelled dropped', 'delivered dropped', 'in_production dropped'])
  await setStatus(id, 'processing')
  const [waiting] = await shop.emails(id, 'order_in_production')
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 0 })
  await shop.pass(1)
  await expectEmails(id, ['cancelled dropped', 'delivered dropped', 'in_production sent'])
})

test('a cancelled order needs attention until its refund, and no longer after it is revived', async () => {
  const { id } = await shop.paidOrder()
  await setStatus(id, 'cancelled')
  expect(await shop.db.notes(id)).toEqual([{ kind: 'refund_owed' }])
  await setStatus(id, 'pending')
  expect(await shop.db.notes(id)).toEqual([])
  await setStatus(id, 'cancelled')
  await shop.db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'refunded' }).where('id', '=', id).execute(),
  )
  expect(await shop.db.notes(id)).toEqual([])
})

test('an e-mail about a status waits a minute before it is sent', async () => {
  const { id } = await shop.paidOrder()
  await setStatus(id, 'processing')
  const { seconds } = await shop.row<{ seconds: number }>(
    'select extract(epoch from next_attempt_at - now())::float as seconds from private.outbox where order_id = $1 and kind = $2',
    [id, 'order_in_production'],
  )
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await listEmailKinds(id)).toEqual(['in_production waiting'])
})

test('the e-mail with a tracking number waits a minute, and a number removed within it is never sent', async () => {
  const [dispatched, undone] = [await shop.paidOrder(), await shop.paidOrder()]
  for (const { id } of [dispatched, undone]) await addTracking(id, `MINUTE ${id}`)
  const { seconds } = await shop.row<{ seconds: number }>(
    'select extract(epoch from next_attempt_at - now())::float as seconds from private.outbox where order_id = $1 and kind = $2',
    [dispatched.id, 'order_dispatched'],
  )
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  const before = { tracking_number: null, order_status: 'processing', shipped_at: null }
  await shop.client(admin.token).from('pre_orders').update(before).eq('id', undone.id).throwOnError()
  await shop.pass(1)
  await expectEmails(dispatched.id, ['dispatched sent'])
  await expectEmails(undone.id, ['dispatched dropped'], 'order_dispatched')
})

test('two administrators set the same number of fifty orders at once: one e-mail for each parcel', {
  tags: ['N2'],
}, async () => {
  const other = await shop.user({ admin: true })
  const orders = await Promise.all(Array.from({ length: 50 }, () => shop.paidOrder()))
  await Promise.all(
    orders.flatMap(({ id }) => [addTracking(id, `P-${id}`), addTracking(id, `p-${id.toUpperCase()} `, other.token)]),
  )
  await shop.pass(1)
  for (const { id } of orders) await expectEmails(id, ['dispatched sent'])
  const parcels = shop.smtp.received.filter(({ messageId }) => /^<order_dispatched\./.test(messageId))
  const ours = parcels.filter(({ messageId }) => orders.some(({ id }) => messageId.includes(id)))
  expect(ours).toHaveLength(50)
})

test('fifty writers with two numbers: each parcel has one e-mail at most, and the last number has one', async () => {
  const { id } = await shop.paidOrder()
  const other = await shop.user({ admin: true })
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => addTracking(id, `PARCEL-${at % 2}`, at % 3 ? admin.token : other.token)),
  )
  await shop.pass(1)
  const { tracking_number } = await shop.row<{ tracking_number: string }>(
    'select tracking_number from pre_orders where id = $1',
    [id],
  )
  await expect
    .poll(async () => (await shop.emails(id)).find(({ data }) => data.tracking === tracking_number)?.state, longPoll)
    .toBe('sent')
  expect((await shop.emails(id)).length).toBeLessThanOrEqual(2)
})

test('a corrected number has its own e-mail, and the first one gets no second', async () => {
  const { id } = await shop.paidOrder()
  await addTracking(id, 'WRONG 1')
  await shop.pass(1)
  await expectEmails(id, ['dispatched sent'])
  await addTracking(id, 'RIGHT 1')
  await shop.pass(1)
  await expectEmails(id, ['dispatched sent', 'dispatched sent'])
  await addTracking(id, 'WRONG 1')
  await addTracking(id, 'right1')
  expect(await listEmailKinds(id)).toEqual(['dispatched dropped', 'dispatched sent', 'dispatched sent'])
  await shop.pass(60)
  await expectEmails(id, ['dispatched dropped', 'dispatched sent', 'dispatched sent'])
})

test('an order without a number is announced after half an hour, unless the number was added meanwhile', async () => {
  const [late, soon] = [await shop.paidOrder(), await shop.paidOrder()]
  await setStatus(late.id, 'shipped')
  await setStatus(soon.id, 'shipped')
  await shop.pass(29)
  expect(await listEmailKinds(late.id)).toEqual(['dispatched waiting'])
  await addTracking(soon.id, 'SOON 1')
  await shop.pass(1)
  await expectEmails(soon.id, ['dispatched dropped', 'dispatched sent'])
  await shop.pass(1)
  await expectEmails(late.id, ['dispatched sent'])
  const [email] = await shop.emails(late.id)
  expect(email?.data).toEqual({ tracking: null })

  await addTracking(late.id, 'LATE 1')
  await shop.pass(1)
  await expectEmails(late.id, ['dispatched sent', 'dispatched sent'])
  await addTracking(soon.id, null)
  await shop.pass(60)
  await expectEmails(soon.id, ['dispatched dropped', 'dispatched sent'])
})

test('a refund is announced once for each total', async () => {
  const { id } = await shop.paidOrder()
  const service = shop.client(shop.serviceRoleKey)
  for (const refunded_amount of [10, 10, 25.5, 25.5]) {
    const { error } = await service.from('pre_orders').update({ refunded_amount }).eq('id', id)
    expect(error).toBeNull()
  }
  const emails = await shop.emails(id, 'order_refunded')
  expect(emails.map(({ cause }) => cause).sort()).toEqual([`${id}.1000`, `${id}.2550`])
  expect(emails.at(-1)?.data).toEqual({ refunded: 25.5, total: 93.5 })
  await expect.poll(() => listEmailKinds(id), longPoll).toContain('refunded sent')
})

test('an unpaid order, or one without an address, sends nothing', async () => {
  const unpaid = await shop.db.order({ customer_email: 'ruth@example.com' })
  const nameless = await shop.db.order({ payment_status: 'paid', paid_at: new Date() })
  for (const { id } of [unpaid, nameless]) {
    for (const status of ['processing', 'shipped', 'delivered', 'cancelled']) await setStatus(id, status)
    await addTracking(id, 'NOBODY 1')
    expect(await shop.emails(id)).toEqual([])
  }
})

test('a corrected address gets the queued e-mails', async () => {
  const { id } = await shop.paidOrder({ email: 'rut@example.com' })
  await setStatus(id, 'processing')
  const { error } = await shop
    .client(admin.token)
    .from('pre_orders')
    .update({ customer_email: 'ruth2@example.com' })
    .eq('id', id)
  expect(error).toBeNull()
  await shop.pass(1)
  await expectEmails(id, ['in_production sent'])
  const sent = shop.smtp.received.find(({ messageId }) => messageId.startsWith(`<order_in_production.${id}`))
  expect(sent?.to).toEqual(['ruth2@example.com'])
})

/** Holds the mail server's response at this stage until the test sets it. */
function holdMail(stage: 'rcpt' | 'message', about: string) {
  const requested = Promise.withResolvers<void>()
  const responded = Promise.withResolvers<Answer>()
  shop.smtp.answer = (at, argument) => {
    if (at !== stage || !argument.includes(about)) return undefined
    requested.resolve()
    shop.smtp.answer = () => undefined
    return responded.promise
  }
  return { asked: requested.promise, answer: responded.resolve }
}

/** Waits until the order's first e-mail has left, so that no other e-mail is pending. */
async function confirmed(id: string) {
  const isThere = () => shop.smtp.received.some(({ messageId }) => messageId.startsWith(`<order_confirmation.${id}`))
  await expect.poll(isThere, longPoll).toBe(true)
}

test.each(['450 4.2.0 come back later', '550 5.1.1 no such mailbox'])(
  'an address corrected while its e-mail is in delivery gets the next try: %s',
  async (reply) => {
    const { id } = await shop.paidOrder({ email: `gone${reply.slice(0, 3)}@example.com` })
    await confirmed(id)
    const mail = holdMail('rcpt', `gone${reply.slice(0, 3)}@`)
    await setStatus(id, 'processing')
    await shop.pass(1)
    await mail.asked
    const right = `here${reply.slice(0, 3)}@example.com`
    const { error } = await shop.client(admin.token).from('pre_orders').update({ customer_email: right }).eq('id', id)
    expect(error).toBeNull()
    mail.answer(reply)
    await expectEmails(id, ['in_production sent'])
    const sent = shop.smtp.received.filter(({ messageId }) => messageId.startsWith(`<order_in_production.${id}`))
    expect(sent.map(({ to }) => to)).toEqual([[right]])
    expect((await shop.emails(id))[0]?.recipient).toBe(right)
  },
)

test('an address corrected just after its e-mail was sent causes no second e-mail', async () => {
  const { id } = await shop.paidOrder({ email: 'old@example.com' })
  const mail = holdMail('message', `order_in_production.${id}`)
  await setStatus(id, 'processing')
  await shop.pass(1)
  await mail.asked
  await shop.client(admin.token).from('pre_orders').update({ customer_email: 'new@example.com' }).eq('id', id)
  mail.answer(undefined)
  await expectEmails(id, ['in_production sent'])
  expect((await shop.emails(id))[0]?.recipient).toBe('old@example.com')
})

test('a number reformatted while its e-mail is in delivery is still announced', async () => {
  const { id } = await shop.paidOrder()
  const mail = holdMail('message', `order_dispatched.${id}`)
  await addTracking(id, 'res 1 gb')
  await shop.pass(1)
  await mail.asked
  await addTracking(id, 'RES1GB')
  mail.answer('451 4.3.0 try again')
  await expectEmails(id, ['dispatched waiting'])
  await shop.pass(2)
  await expectEmails(id, ['dispatched sent'])
})

test('a bulk change of orders sends one notification', async () => {
  const plan = await shop.row<object>(
    'explain (format json) select told.* from public.pre_orders o, private.order_status_emails(o) told',
  )
  expect(JSON.stringify(plan)).not.toContain('Function Scan')
})
