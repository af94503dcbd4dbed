import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleOrder } from '#features/payments/settle-order.ts'
import { writeListSettings } from '#features/subscribers/subscriber-deps.ts'
import { shop as config } from '#shop'
import { checkoutShop, itemOf } from '#tests/fixtures/checkout-shop.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { ownerEmails } from './owner-emails.ts'

const heldBack = async () => Promise.reject(new Error('held back'))
const siteUrl = 'https://shop.example'

type Row = { kind: string; cause: string; recipient: string; state: string; data: object; order_id: string | null }

async function listOwnerEmails(db: TestDatabase): Promise<Row[]> {
  const { rows } = await db.asService((tx) =>
    sql<Row>`select kind, cause, recipient, state, data, order_id from private.outbox
      where kind like 'owner\\_%' order by created_at, cause`.execute(tx),
  )
  return rows
}

/** Renders the e-mail as it would be sent now. */
function write(db: TestDatabase, { kind, data, order_id: orderId, recipient }: Row) {
  const writer = ownerEmails({ db, siteUrl })[kind]
  if (!writer) throw new Error(`Nobody writes ${kind}`)
  return writer({ data, orderId, recipient })
}

const pay = (db: TestDatabase, id: string) =>
  db.asService((tx) =>
    sql`update pre_orders set provider_state = 'paid', payment_status = 'paid', paid_at = shop_now(),
      customer_name = 'Ruth Hall', customer_email = 'ruth@example.com', shipping_address = '1 Barley Row',
      shipping_country = 'GB' where id = ${id}`.execute(tx),
  )

const find = (db: TestDatabase, kind: string, orderId: string | null = null) =>
  db.asService(async (tx) => {
    const { id } = await tx
      .insertInto('private.payment_discrepancies')
      .values({
        key: randomUUID(),
        kind,
        order_id: orderId,
        theirs: pounds(89),
        facts: JSON.stringify({ status: 'needs_response', reason: 'fraudulent' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

test('twenty settlements of one payment queue one e-mail to the owner, with only the customer data it needs', async () => {
  await using shop = await checkoutShop({ deliver: heldBack })
  await writeListSettings(shop.db, { doubleOptIn: false })
  const dress = await shop.db.product()
  const { body } = await shop.press({ items: [itemOf(dress)], cartId: randomUUID() })
  const id = body.sessionId ?? ''
  await shop.pay(id)
  await Promise.all(Array.from({ length: 20 }, () => settleOrder(shop.paymentDeps, id)))
  await settleOrder(shop.paymentDeps, id)

  const order = await shop.order(id)
  const rows = await listOwnerEmails(shop.db)
  expect(rows).toMatchObject([
    { kind: 'owner_order_paid', cause: order?.id, recipient: config.email, state: 'waiting' },
  ])
  // The outbox row holds no customer data.
  expect(rows[0]?.data).toEqual({})
  const email = await write(shop.db, rows[0] as Row)
  expect(email?.subject).toContain(order?.order_number)
  expect(email?.text).toContain(`https://shop.example/admin?tab=orders&order=${order?.order_number}`)
  expect(email?.text).toContain(order?.customer_name)
  for (const hers of [
    order?.customer_email,
    order?.shipping_address,
    order?.shipping_postcode,
    order?.customer_phone,
  ]) {
    if (hers) expect(email?.text).not.toContain(hers)
  }
  expect(email?.replyTo).toBe(config.email)
})

test('an e-mail goes to the owner’s chosen address, and none is queued once e-mails are off', async () => {
  await using db = await testDatabase()
  const [before, other, off] = [await db.order(), await db.order(), await db.order()]
  await pay(db, before.id)
  expect(await listOwnerEmails(db)).toEqual([])
  await writeListSettings(db, { doubleOptIn: false })
  const set = (value: string) =>
    db.asService((tx) =>
      sql`insert into private.settings (name, value) values ('owner_emails', ${JSON.stringify(value)}::jsonb)
        on conflict (name) do update set value = excluded.value`.execute(tx),
    )
  await set('ruth@workshop.example')
  await pay(db, other.id)
  await set('off')
  await pay(db, off.id)
  expect(await listOwnerEmails(db)).toMatchObject([{ cause: other.id, recipient: 'ruth@workshop.example' }])
})

test('an order cancelled or refunded before its e-mail is sent causes none, nor does one set to paid by hand', async () => {
  await using db = await testDatabase()
  await writeListSettings(db, { doubleOptIn: false })
  const [cancelled, byHand] = [await db.order(), await db.order()]
  await pay(db, cancelled.id)
  await db.asService((tx) =>
    sql`update pre_orders set order_status = 'cancelled' where id = ${cancelled.id}`.execute(tx),
  )
  await db.asService((tx) => sql`update pre_orders set payment_status = 'paid' where id = ${byHand.id}`.execute(tx))
  const rows = await listOwnerEmails(db)
  expect(rows).toHaveLength(1)
  expect(await write(db, rows[0] as Row)).toBeNull()
})

test('a discrepancy is e-mailed once, however often it is found, and not once it is resolved', async () => {
  await using db = await testDatabase()
  await writeListSettings(db, { doubleOptIn: false })
  const order = await db.order()
  const dispute = await find(db, 'open_dispute', order.id)
  const alreadyResolved = await find(db, 'paid_twice', order.id)
  await find(db, 'paid_by_hand', order.id)
  await find(db, 'paid_set_pending', order.id)
  const resolve = (id: string, how: string) =>
    db.asService((tx) =>
      sql`update private.payment_discrepancies set resolved_at = ${how === 'open' ? null : new Date()} where id = ${id}`.execute(
        tx,
      ),
    )
  for (const how of ['seen to', 'open', 'seen to', 'open']) await resolve(dispute, how)
  await resolve(alreadyResolved, 'seen to')
  const rows = await listOwnerEmails(db)
  expect(new Set(rows.map(({ cause }) => cause))).toEqual(new Set([dispute, alreadyResolved]))
  const emails = await Promise.all(rows.map((row) => write(db, row)))
  expect(emails.filter(Boolean)).toHaveLength(1)
  const text = emails.find(Boolean)?.text ?? ''
  expect(text).toContain(order.order_number)
  expect(text).toContain('the cardholder says')
  expect(text).toContain('https://shop.example/admin/money')
})

test('of thirty orders within an hour, twenty have their own e-mails and a digest lists the other ten', async () => {
  await using db = await testDatabase({ maxConnections: 5 })
  await writeListSettings(db, { doubleOptIn: false })
  const orders = await Promise.all(Array.from({ length: 30 }, () => db.order()))
  for (const { id } of orders) await pay(db, id)
  const rows = await listOwnerEmails(db)
  const own = rows.filter(({ kind, state }) => kind === 'owner_order_paid' && state === 'waiting')
  expect(own).toHaveLength(20)
  const digests = rows.filter(({ kind }) => kind === 'owner_digest')
  expect(digests).toHaveLength(1)
  const text = (await write(db, digests[0] as Row))?.text ?? ''
  expect(text).toContain('10 more orders')
  const digested = orders.filter(({ order_number }) => text.includes(order_number))
  expect(digested).toHaveLength(10)
  expect(digested.every(({ id }) => !own.some(({ cause }) => cause === id))).toBe(true)
  // Many orders do not delay the e-mail about a discrepancy.
  await find(db, 'open_dispute', orders[0]?.id)
  expect(
    (await listOwnerEmails(db)).filter(
      ({ kind, state }) => kind === 'owner_payment_discrepancy' && state === 'waiting',
    ),
  ).toHaveLength(1)
})
