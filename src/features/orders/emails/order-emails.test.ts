import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queueOrderConfirmation } from '#features/payments/settle-order.ts'
import type { Email } from '#platform/email/email.ts'
import { sendEmailJob } from '#platform/email/outbox.ts'
import { sendEmails } from '#platform/email/send-email.ts'
import { mailTransport } from '#platform/email/transport.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { orderEmailsOf } from '#tests/fixtures/order-emails.ts'
import { pounds } from '#tests/fixtures/pounds.ts'

const log = createLog({ level: 'silent' })

test('a paid order’s confirmation is in the mailbox once, with the order’s data', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const order = await db.order({
    customer_name: 'Ruth Hall',
    customer_email: 'ruth@example.com',
    shipping_address: '1 Barley Row',
    shipping_city: 'Bath',
    shipping_postcode: 'BA1 1AA',
    shipping_country: 'GB',
    delivery_service: 'tracked-48',
    shipping_amount: 4.5,
    final_amount: 93.5,
    provider_state: 'paid',
    payment_status: 'paid',
    paid_at: new Date('2029-12-31T23:30:00Z'),
  })
  await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({
        order_id: order.id,
        position: 1,
        product_id: order.id,
        slug: 'mary-dress',
        name: 'Mary Dress',
        size: '10-12',
        unit_price: pounds(89),
        quantity: 1,
        image_url: '/storage/v1/object/public/product-images/mary dress.jpg',
        dispatch_by: '2030-01-15',
      })
      .execute(),
  )
  for (let time = 0; time < 2; time++) await db.asService((tx) => queueOrderConfirmation(tx, queue, order.id))

  const transport = mailTransport({ db, mailFrom: 'Shop <hello@shop.example>' })
  const emails = orderEmailsOf(db).templates
  await queue.work({ [sendEmailJob]: sendEmails({ db, queue, transport, templates: emails, log }) })

  const read = () =>
    db
      .asService((tx) =>
        sql<{ recipient: string; subject: string; text: string; html: string }>`select * from private.mailbox`.execute(
          tx,
        ),
      )
      .then(({ rows }) => rows)
  await expect.poll(async () => (await read()).length).toBe(1)
  const [email] = await read()
  expect(email).toMatchObject({ recipient: 'ruth@example.com', subject: expect.stringContaining(order.order_number) })
  expect(email?.text).toMatch(/Paid in full +£93\.50\n/)
  expect(email?.text).toMatch(/Royal Mail Tracked 48 +£4\.50\n/)
  expect(email?.text.replaceAll('\n', ' ')).toContain('dispatch it by Tuesday 15 January')
  expect(email?.text).toContain('31 December 2029')
  expect(email?.html).toContain(
    'https://shop.example/storage/v1/render/image/public/product-images/mary%20dress.jpg?width=160&amp;format=origin',
  )
})

test('an order without a valid address becomes paid, and its e-mail is failed', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  const order = await db.order({ customer_email: null })
  await db.asService((tx) => queueOrderConfirmation(tx, queue, order.id))
  const { rows } = await db.asService((tx) => sql`select state from private.outbox`.execute(tx))
  expect(rows).toEqual([{ state: 'failed' }])
})

const paid = {
  customer_name: 'Ruth Hall',
  customer_email: 'ruth@example.com',
  delivery_service: 'tracked-48',
  shipping_amount: 4.5,
  final_amount: 93.5,
  provider_state: 'paid',
  payment_status: 'paid',
  paid_at: new Date('2029-12-31T23:30:00Z'),
}

/** Renders the e-mail of a kind for an order with these columns. */
async function writing(db: Awaited<ReturnType<typeof testDatabase>>) {
  const emails = orderEmailsOf(db).templates
  return async (kind: string, columns: object, data: unknown = null): Promise<Email | null> => {
    const order = await db.order({ ...paid, ...columns })
    return (await emails[kind]?.({ data, orderId: order.id, recipient: 'ruth@example.com' })) ?? null
  }
}

const delay = { from: '2030-01-08', to: '2030-01-15', reason: null }
const shipped = {
  order_status: 'shipped',
  tracking_number: 'AB 12/34?#GB',
  shipped_at: new Date('2030-01-10T23:30:00Z'),
}
const refunded = { provider_state: 'refunded', refunded_amount: 93.5 }

test('an e-mail is rendered as long as its news is true', async () => {
  await using db = await testDatabase()
  const write = await writing(db)
  const textOf = async (...args: Parameters<typeof write>) => (await write(...args))?.text.replaceAll(/\s+/g, ' ')

  expect(await textOf('order_confirmation', {})).toContain('is paid and on our cutting list')
  expect(await textOf('order_confirmation', { order_status: 'delivered' })).toContain('This confirms your order')
  expect(await textOf('order_confirmation', { promised_dispatch_by: '2030-01-08' })).toContain(
    'Dispatched by: Tuesday 15 January 2030 First promised by: Tuesday 8 January 2030',
  )
  expect(await textOf('order_in_production', { order_status: 'processing' })).toContain('Tuesday 15 January')
  const onItsWay = await textOf('order_dispatched', shipped, { tracking: 'AB 12/34?#GB' })
  expect(onItsWay).toContain('left our workroom on Thursday 10 January')
  expect(onItsWay).toContain('Royal Mail Tracked 48 takes 2–3 working days after that')
  expect(onItsWay).toContain('https://www.royalmail.com/track-your-item#/tracking-results/AB12%2F34%3F%23GB')
  const elsewhere = await textOf(
    'order_dispatched',
    { ...shipped, shipping_carrier: 'By Hand' },
    { tracking: 'AB 12/34?#GB' },
  )
  expect(elsewhere).toContain('By Hand')
  expect(elsewhere).not.toContain('royalmail')
  const noNumber = { ...shipped, tracking_number: null }
  expect(await textOf('order_dispatched', noNumber, { tracking: null })).toContain('There’s no tracking number')
  expect(await textOf('order_delivered', { order_status: 'delivered' })).toContain('has been delivered')
  expect(await textOf('order_delayed', {}, delay)).toMatch(
    /https:\/\/shop\.example\/order-choice\?token=[\w-]{52}#cancel/,
  )
  expect(await textOf('order_delayed', {}, delay)).toContain('would leave us by Tuesday 8 January')
})

test('a corrected tracking number is called that, and names the one that was sent before', async () => {
  await using db = await testDatabase()
  const order = await db.order({ ...paid, ...shipped })
  const emails = orderEmailsOf(db).templates
  const current = { tracking: 'AB 12/34?#GB' }
  const emailOf = async () =>
    emails.order_dispatched?.({ data: current, orderId: order.id, recipient: 'ruth@example.com' })
  const sent = (number: string, minutes: number) =>
    db.asService((tx) =>
      sql`insert into private.outbox (kind, cause, order_id, recipient, data, state, sent_at, message_id)
        values ('order_dispatched', ${number}, ${order.id}, 'ruth@example.com', jsonb_build_object('tracking', ${number}::text),
          'sent', now() + ${minutes}::int * interval '1 minute', ${number})`.execute(tx),
    )
  expect((await emailOf())?.subject).toContain('is on its way')
  // The same parcel in another form is no correction.
  await sent('ab12/34?#gb', -3)
  expect((await emailOf())?.subject).toContain('is on its way')
  await sent('ZZ999999999GB', -2)
  const email = await emailOf()
  expect(email?.subject).toContain('Corrected tracking number for your order')
  expect(email?.text.replaceAll(/\s+/g, ' ')).toContain(
    'We sent you a wrong tracking number, ZZ999999999GB. The corrected one is AB 12/34?#GB.',
  )
})

test('an e-mail whose news is outdated is not rendered', async () => {
  await using db = await testDatabase()
  const write = await writing(db)
  const overtaken: [string, object, unknown?][] = [
    ['order_confirmation', { order_status: 'cancelled' }],
    ['order_confirmation', refunded],
    ['order_confirmation', { provider_state: 'open', payment_status: 'pending', paid_at: null }],
    ['order_in_production', {}],
    ['order_in_production', { order_status: 'cancelled' }],
    ['order_in_production', { order_status: 'shipped' }],
    ['order_in_production', { order_status: 'processing', ...refunded }],
    ['order_dispatched', shipped, { tracking: null }],
    ['order_dispatched', shipped, { tracking: 'AB 12/34?#G' }],
    ['order_dispatched', { ...shipped, tracking_number: null }, { tracking: 'AB 12/34?#GB' }],
    ['order_dispatched', { ...shipped, order_status: 'processing' }, { tracking: 'AB 12/34?#GB' }],
    ['order_dispatched', { ...shipped, order_status: 'delivered' }, { tracking: 'AB 12/34?#GB' }],
    ['order_delivered', { order_status: 'shipped' }],
    ['order_cancelled', { order_status: 'pending' }],
    ['order_refunded', {}, { refunded: 20, total: 93.5 }],
    ['order_refunded', { provider_state: 'partly_refunded', refunded_amount: 40 }, { refunded: 20, total: 93.5 }],
    ['order_delayed', { dispatch_by: '2030-01-22' }, delay],
    ['order_delayed', { order_status: 'cancelled' }, delay],
    ['order_delayed', { order_status: 'shipped' }, delay],
    ['order_delayed', refunded, delay],
  ]
  for (const each of overtaken) expect([...each, await write(...each)]).toEqual([...each, null])
  const emails = orderEmailsOf(db).templates
  const about = { data: null, orderId: crypto.randomUUID(), recipient: 'ruth@example.com' }
  expect(await emails.order_delivered?.(about)).toBeNull()
})

test('after a withdrawal from all of an order, neither its making nor a delay is announced', async () => {
  await using db = await testDatabase()
  const order = await db.order({ ...paid, order_status: 'processing' })
  const emails = orderEmailsOf(db).templates
  const written = async () => {
    const about = { orderId: order.id, recipient: 'ruth@example.com' }
    const [making, delayed] = [emails.order_in_production, emails.order_delayed]
    return [await making?.({ ...about, data: null }), await delayed?.({ ...about, data: delay })].map(Boolean)
  }
  expect(await written()).toEqual([true, true])
  await db.asService(async (tx) => {
    const line = { order_id: order.id, position: 1, product_id: order.id, slug: 'mary-dress', name: 'Mary Dress' }
    const { id: line_id } = await tx
      .insertInto('order_lines')
      .values({ ...line, size: '10-12', unit_price: pounds(89), quantity: 1, dispatch_by: '2030-01-15' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: return_id } = await tx
      .insertInto('private.returns')
      .values({ id: crypto.randomUUID(), order_id: order.id, kind: 'withdrawal' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('private.return_lines').values({ return_id, line_id, quantity: 1 }).execute()
  })
  expect(await written()).toEqual([false, false])
})

test.each<[string, object, RegExp, RegExp]>([
  ['paid', {}, /We’ll refund everything you paid, including delivery: £93\.50, within 14 days/, /You weren’t charged/],
  ['refunded', refunded, /We’ve refunded everything you paid, £93\.50/, /within 14 days/],
  [
    'refunded in part',
    { provider_state: 'partly_refunded', refunded_amount: 40 },
    /Of the £93\.50 you paid, £40\.00 has already been refunded\. The rest, up to £53\.50, will follow within 14 days/,
    /refund everything you paid/,
  ],
  ['disputed', { provider_state: 'disputed' }, /asked your bank/, /within 14 days/],
  ['free', { final_amount: 0, shipping_amount: 0 }, /There was nothing to pay/, /within 14 days|£/],
  [
    'never paid',
    { provider_state: 'expired', payment_status: 'pending', paid_at: null },
    /You weren’t charged/,
    /within 14 days|£/,
  ],
])('cancelled, an order that was %s gets an e-mail about its actual payment', async (_, columns, expected, unsaid) => {
  await using db = await testDatabase()
  const write = await writing(db)
  const email = await write('order_cancelled', { order_status: 'cancelled', ...columns })
  const text = email?.text.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(expected)
  expect(text).not.toMatch(unsaid)
})

test('a refund e-mail names its amount, the total and the order’s state', async () => {
  await using db = await testDatabase()
  const write = await writing(db)
  const part = { provider_state: 'partly_refunded', refunded_amount: 20.1 }
  const some = await write('order_refunded', part, { refunded: 20.1, total: 93.5 })
  expect(some?.subject).toMatch(/^£20\.10 refunded for your order /)
  expect(some?.text.replaceAll(/\s+/g, ' ')).toMatch(
    /refunded £20\.10 of the £93\.50 you paid.*7–10 working days.*Your order goes ahead as it is, and we’ll dispatch it by Tuesday 15 January/,
  )
  const all = await write('order_refunded', { ...refunded, order_status: 'cancelled' }, { refunded: 93.5, total: 93.5 })
  expect(all?.text).toContain('everything you paid for your order')
  expect(all?.text).not.toContain('goes ahead as it is')
})

test('a further refund names its own amount and the amounts of earlier e-mails', async () => {
  await using db = await testDatabase()
  const order = await db.order({ ...paid, provider_state: 'partly_refunded', refunded_amount: 20 })
  const emails = orderEmailsOf(db).templates
  const write = (of: number) =>
    emails.order_refunded?.({ data: { refunded: of, total: 93.5 }, orderId: order.id, recipient: 'ruth@example.com' })
  const textOf = async (of: number) => (await write(of))?.text.replaceAll(/\s+/g, ' ')
  const give = (amount: number, state: string) =>
    db.asService(async (tx) => {
      const columns = { provider_state: state, refunded_amount: pounds(amount) }
      await tx.updateTable('pre_orders').set(columns).where('id', '=', order.id).execute()
    })
  await db.asService(async (tx) => {
    await sql`insert into private.outbox (kind, cause, order_id, recipient, data, state, message_id)
      values ('order_refunded', 'first', ${order.id}, 'ruth@example.com', '{"refunded": 20, "total": 93.5}', 'sent', 'a'),
        ('order_refunded', 'second', ${order.id}, 'ruth@example.com',
         '{"refunded": 30, "total": 93.5, "second": true}', 'sent', 'b'),
        ('order_refunded', 'lost', ${order.id}, 'ruth@example.com', '{"refunded": 25, "total": 93.5}', 'failed', 'c')`.execute(
      tx,
    )
  })
  expect(await textOf(20)).toContain('we’ve refunded £20.00 of the £93.50 you paid')
  await give(40, 'partly_refunded')
  expect(await textOf(40)).toContain(
    'refunded another £20.00. With the £20.00 before, that’s £40.00 of the £93.50 you paid',
  )
  await give(93.5, 'refunded')
  expect((await write(93.5))?.subject).toMatch(/^Another £73\.50 refunded for your order /)
  expect(await textOf(93.5)).toContain('another £73.50. With the £20.00 before, that’s all of the £93.50 you paid')
})

test('a second payment’s e-mail names its refund and says that the first payment counts', async () => {
  await using db = await testDatabase()
  const write = await writing(db)
  const email = await write('order_refunded', {}, { refunded: 93.5, total: 93.5, second: true })
  expect(email?.subject).toMatch(/^£93\.50 refunded: your order \S+ was paid twice$/)
  expect(email?.text.replaceAll(/\s+/g, ' ')).toMatch(/Your first payment is fine/)
  expect(
    await write(
      'order_refunded',
      { payment_status: 'pending', paid_at: null },
      { refunded: 1, total: 0, second: true },
    ),
  ).toBeNull()
})

test('an order cancelled after dispatch does not promise that nothing is sent', async () => {
  await using db = await testDatabase()
  const write = await writing(db)
  const email = await write('order_cancelled', { order_status: 'cancelled', shipped_at: new Date('2030-01-10') })
  expect(email?.text).not.toContain('nothing will be sent')
})

test('user input adds no line, header or link to an e-mail', async () => {
  await using db = await testDatabase()
  const write = await writing(db)
  const evil = 'Mary\r\nBcc: evil@example.com\u202e\n\nPlease pay at https://evil.example'
  const typed = { customer_name: evil, shipping_address: evil, shipping_city: evil, shipping_carrier: evil }
  const email = await write('order_dispatched', { ...shipped, ...typed }, { tracking: 'AB 12/34?#GB' })
  expect(email?.text).not.toMatch(/^(Bcc|Please pay)/m)
  expect(email?.text).not.toContain('\u202e')
  expect(email?.html).not.toContain('href="https://evil')
  const delayed = await write('order_delayed', {}, { ...delay, reason: evil })
  expect(delayed?.text.replaceAll(/\s+/g, ' ')).toContain('Why: Mary Bcc: evil@example.com Please pay')
  expect(delayed?.subject).not.toMatch(/[\r\n]/)
})
