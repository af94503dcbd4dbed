import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Pence, pence, penceFromPounds } from '#base/money.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { effectivePence, type PreorderReason, preorderReasonText, priceNow } from './preorder.ts'

const reasons = fc.constantFrom<(PreorderReason | null)[]>('price', 'numbered', 'first', null)

test('the database and the program charge the same price, to the millisecond of the end', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  const offset = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -3, max: 3 }), fc.integer())
  const amount = fc.integer({ min: 1, max: 1_000_000 })
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.option(offset),
      reasons,
      amount,
      fc.option(amount),
      async (isPreorder, ms, reason, usual, early) => {
        // One transaction has one now(), and the database evaluates it, so the bounds are exact to the millisecond.
        const { now, ends, price } = await db.asService(async (tx) => {
          const { rows } = await sql<{ now: Date; ends: Date | null; price: string }>`
            with times as (
              select date_trunc('milliseconds', shop_now()) as now,
                date_trunc('milliseconds', shop_now()) + ${ms} * interval '1 millisecond' as ends)
            select now, ends, effective_price(${usual / 100}, ${isPreorder}, ends + (shop_now() - now), ${reason},
              ${early === null ? null : early / 100}) as price from times`.execute(tx)
          return rows[0] ?? { now: new Date(), ends: null, price: '0' }
        })
        const preorderPrice = early === null ? null : early / 100
        const product = {
          isPreorder,
          preorderEndsAt: ends,
          pricePence: pence(usual),
          preorderReason: reason,
          preorderPrice,
        }
        expect(effectivePence(product, now)).toBe(penceFromPounds(price))
      },
    ),
    { numRuns: 400 },
  )
})

const end = new Date('2026-12-04T18:00:00Z')
const offer = {
  isPreorder: true,
  preorderEndsAt: end,
  pricePence: pence(11_800),
  preorderReason: 'price' as const,
  preorderPrice: 98,
  preorderLimit: null,
  afterPence: null as Pence | null,
}

test('the early price holds until a millisecond before the end, and is not lowered twice', () => {
  const at = (ms: number) => priceNow(priceNow(offer, new Date(end.getTime() + ms)), new Date(end.getTime() + ms))
  expect([-1, 0, 1].map((ms) => [at(ms).pricePence, at(ms).afterPence])).toEqual([
    [9_800, 11_800],
    [11_800, null],
    [11_800, null],
  ])
})

test('an early price that ended while the product was kept goes back to the usual one', () => {
  expect(priceNow(priceNow(offer, new Date(end.getTime() - 1)), end)).toMatchObject({
    pricePence: 11_800,
    afterPence: null,
  })
})

test('the reason is one line, and only what is true', () => {
  const before = new Date(end.getTime() - 1)
  expect(preorderReasonText(priceNow(offer, before))).toBe('Early price: £98.00 now, £118.00 once the pre-order ends')
  expect(preorderReasonText(priceNow(offer, end))).toBeNull()
  const numbered = { pricePence: pence(11_800), preorderReason: 'numbered' as const, preorderLimit: 40 }
  expect(preorderReasonText(numbered)).toBe('One of 40 numbered pieces; you get your number when you pay')
  expect(preorderReasonText({ ...numbered, preorderLimit: null })).toBeNull()
  expect(preorderReasonText({ ...numbered, preorderReason: 'first', preorderLimit: null })).toMatch(
    /^First in the queue/,
  )
  expect(preorderReasonText({ ...numbered, preorderReason: null })).toBeNull()
})
