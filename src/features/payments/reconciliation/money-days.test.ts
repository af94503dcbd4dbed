import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop } from '#shop'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { exportMovements, listDays } from './money-days.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  // The last 35 days contain the change to summer time, on 28 March 2027.
  await db.asService((tx) =>
    sql`update private.clock set ahead = timestamptz '2027-04-10 12:00:00Z' - now()`.execute(tx),
  )
})

afterAll(() => db[Symbol.asyncDispose]())

/** The day in shop time, as another program says it. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: shop.timeZone, dateStyle: 'short' })
const today = new Date('2027-04-10T12:00:00Z')

const payment = fc.record({
  paidAt: fc.oneof(
    fc.date({ min: new Date('2027-02-25T00:00:00Z'), max: today, noInvalidDate: true }),
    // Around midnight, before and after the change.
    fc.integer({ min: -5_400_000, max: 5_400_000 }).map((ms) => new Date(Date.UTC(2027, 2, 28) + ms)),
    fc.integer({ min: -5_400_000, max: 5_400_000 }).map((ms) => new Date(Date.UTC(2027, 2, 29) + ms)),
  ),
  pence: fc.integer({ min: 30, max: 90_000 }),
  refunded: fc.boolean(),
  disputed: fc.boolean(),
  way: fc.constantFrom('test', 'cash', 'bank'),
})

/** The movements of a file: the sum of `amount` by kind and by how it was paid. */
function sumsOf(csv: string): Record<string, number> {
  const [head = [], ...rows] = csv
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const cell = (row: string[], name: string) => row[head.indexOf(name)] ?? ''
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const pence = Math.round(Number(cell(row, 'amount')) * 100)
    for (const key of [cell(row, 'kind'), `${cell(row, 'kind')} ${cell(row, 'paid_through')}`]) {
      sums[key] = (sums[key] ?? 0) + pence
    }
  }
  return sums
}

test('each day has exactly its payments, refunds and disputes, to the penny, also at a clock change, and so has the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { maxLength: 20 }), async (payments) => {
      await db.asService((tx) => sql`delete from private.refunds`.execute(tx))
      await db.asService((tx) => sql`delete from private.disputes`.execute(tx))
      await db.asService((tx) => sql`delete from public.pre_orders`.execute(tx))
      for (const [index, { paidAt, pence, refunded, disputed, way }] of payments.entries()) {
        const session = `cs_${index}`
        const { id } = await db.order({
          provider_state: 'paid',
          payment_status: 'paid',
          paid_at: paidAt,
          final_amount: pence / 100,
          payment_session_id: session,
          payment_provider: way,
        })
        if (disputed) {
          await db.asService((tx) =>
            sql`insert into private.disputes (id, order_id, amount, currency, reason, status, opened_at, read_at)
              values (${session}, ${id}, ${(pence / 100).toFixed(2)}, 'gbp', 'fraudulent', 'needs_response', ${paidAt}, ${paidAt})`.execute(
              tx,
            ),
          )
        }
        if (!refunded) continue
        await db.asService((tx) =>
          sql`insert into private.refunds (order_id, session_id, amount, state, requested_at, settled_at, next_attempt_at)
            values (${id}, ${session}, ${(pence / 100).toFixed(2)}, 'succeeded', ${paidAt}, ${paidAt}, null)`.execute(
            tx,
          ),
        )
      }
      const days = await db.asService(listDays)
      expect(days).toHaveLength(35)
      expect(days[0]?.day).toBe('2027-04-10')
      for (const shown of days) {
        const paid = payments.filter(({ paidAt }) => day.format(paidAt) === shown.day)
        const sum = (some: typeof paid) => some.reduce((pence, each) => pence + each.pence, 0)
        expect(shown).toMatchObject({
          payments: paid.length,
          paid_pence: sum(paid),
          given_back_pence: sum(paid.filter(({ refunded }) => refunded)),
          disputed_pence: sum(paid.filter(({ disputed }) => disputed)),
          cash_pence: sum(paid.filter(({ way }) => way === 'cash')),
          bank_pence: sum(paid.filter(({ way }) => way === 'bank')),
        })
      }
      const span = { from: '2027-03-07', to: '2027-04-10' }
      expect(await db.asService((tx) => listDays(tx, span))).toEqual(days)
      const sums = sumsOf(await db.asService((tx) => exportMovements(tx, span)))
      const total = (key: 'paid_pence' | 'given_back_pence' | 'disputed_pence' | 'cash_pence' | 'bank_pence') =>
        days.reduce((pence, each) => pence + each[key], 0)
      expect(sums.payment ?? 0).toBe(total('paid_pence'))
      expect(-(sums.refund ?? 0)).toBe(total('given_back_pence') || -0)
      expect(-(sums.dispute ?? 0)).toBe(total('disputed_pence') || -0)
      expect([sums['payment cash'] ?? 0, sums['payment bank'] ?? 0]).toEqual([total('cash_pence'), total('bank_pence')])
    }),
    { numRuns: 30 },
  )
}, 120_000)
