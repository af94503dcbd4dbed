import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createTestProvider } from '#platform/payments/test/test-provider.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { seedOrders } from './seed-orders.ts'

const log = createLog({ level: 'silent' })
const siteUrl = 'http://shop.test'

test('seeded orders agree with the payment ledger, are in the past, and send no e-mail', async () => {
  await using db = await testDatabase({ withQueue: true })
  const queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  const provider = createTestProvider({ db, secret: 'unused', siteUrl })
  const deps = { db, queue, log, provider, siteUrl }
  await expect(seedOrders(deps, 1)).rejects.toThrow('No garment is on sale')

  await db.product({ price: 89 })
  const before = new Date()
  expect(await seedOrders(deps, 24)).toEqual({ paid: 22, unpaid: 2 })

  const { rows } = await db.asService((tx) =>
    sql<{
      total: number
      past: number
      spread: number
      posted: number
      charged: string
      sold: string
      clock: number
      waiting: number
    }>`
      select count(*)::int as total, count(*) filter (where created_at < ${before})::int as past,
        extract(day from max(created_at) - min(created_at))::int as spread,
        count(*) filter (where order_status in ('shipped', 'delivered'))::int as posted,
        (select sum(amount_total)::text from private.test_payment_sessions where status = 'complete') as charged,
        (sum(final_amount) filter (where payment_status = 'paid') * 100)::int::text as sold,
        (select extract(epoch from ahead)::int from private.clock) as clock,
        (select count(*)::int from private.outbox where state = 'waiting') as waiting
      from public.pre_orders`.execute(tx),
  )
  expect(rows[0]).toMatchObject({ total: 24, past: 24, clock: 0, waiting: 0 })
  expect(rows[0]?.spread).toBeGreaterThan(90)
  expect(rows[0]?.posted).toBeGreaterThan(10)
  expect(rows[0]?.charged).toBe(rows[0]?.sold)
  await queue.stop()
})
