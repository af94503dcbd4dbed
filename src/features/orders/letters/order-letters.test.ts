import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createQueue } from '#infrastructure/jobs/queue.ts'
import { createLog } from '#infrastructure/log.ts'
import { sendLetterJob } from '#infrastructure/mail/outbox.ts'
import { sendLetters } from '#infrastructure/mail/send-letter.ts'
import { mailTransport } from '#infrastructure/mail/transport.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { orderLetters } from './order-letters.ts'
import { queueOrderConfirmation } from './queue-order-confirmation.ts'

const log = createLog({ level: 'silent' })

test('a paid order’s confirmation is in the mailbox, once, with the order as it stands', async () => {
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
    payment_state: 'paid',
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
        unit_price: 89,
        quantity: 1,
        image_url: '/storage/v1/object/public/product-images/mary dress.jpg',
        dispatch_by: '2030-01-15',
      })
      .execute(),
  )
  for (let time = 0; time < 2; time++) await db.asService((tx) => queueOrderConfirmation(tx, queue, order.id))

  const transport = mailTransport({ db, mailFrom: 'Shop <hello@shop.example>' })
  const letters = orderLetters({ db, siteUrl: 'https://shop.example' })
  await queue.work({ [sendLetterJob]: sendLetters({ db, queue, transport, letters, log }) })

  const read = () =>
    db
      .asService((tx) =>
        sql<{ recipient: string; subject: string; text: string; html: string }>`select * from private.mailbox`.execute(
          tx,
        ),
      )
      .then(({ rows }) => rows)
  await expect.poll(async () => (await read()).length).toBe(1)
  const [letter] = await read()
  expect(letter).toMatchObject({ recipient: 'ruth@example.com', subject: expect.stringContaining(order.order_number) })
  expect(letter?.text).toMatch(/Paid in full +£93\.50\n/)
  expect(letter?.text).toMatch(/Royal Mail Tracked 48 +£4\.50\n/)
  expect(letter?.text.replaceAll('\n', ' ')).toContain('leaves us by Tuesday 15 January')
  expect(letter?.text).toContain('31 December 2029')
  expect(letter?.html).toContain(
    'https://shop.example/storage/v1/render/image/public/product-images/mary%20dress.jpg?width=160&amp;format=origin',
  )
})

test('an order with no usable address is paid all the same, and its letter stands as failed', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  const order = await db.order({ customer_email: null })
  await db.asService((tx) => queueOrderConfirmation(tx, queue, order.id))
  const { rows } = await db.asService((tx) => sql`select state from private.outbox`.execute(tx))
  expect(rows).toEqual([{ state: 'failed' }])
})
