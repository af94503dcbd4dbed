import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Pence, parsePounds, pence } from '#base/money.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  daysLeft,
  effectivePence,
  isPreorderLive,
  type PreorderReason,
  preorderReasonText,
  priceNow,
} from './preorder.ts'

const parsed = (pounds: number | string) => parsePounds(pounds) ?? pence(0)

const end = new Date('2026-12-01T10:00:00.500Z')

test('a pre-order is live until the last millisecond before its end', () => {
  const live = (ms: number) => isPreorderLive({ isPreorder: true, preorderEndsAt: end }, new Date(end.getTime() + ms))
  expect([live(-1), live(0), live(1)]).toEqual([true, false, false])
  expect(isPreorderLive({ isPreorder: false, preorderEndsAt: end }, new Date(0))).toBe(false)
  expect(isPreorderLive({ isPreorder: true, preorderEndsAt: null }, new Date(0))).toBe(false)
})

test('the remaining days are rounded up: one on the last day, none afterwards', () => {
  const left = (ms: number) => daysLeft(end, new Date(end.getTime() - ms))
  expect([left(0), left(1), left(86_400_000), left(86_400_001), left(-5)]).toEqual([0, 1, 1, 2, 0])
  expect(daysLeft(end.toISOString(), new Date(end.getTime() - 1))).toBe(1)
})

/** What both must say of a garment of £118.00 with an early price of £98.00; `ms`: from now to its end, or no end. */
const cases: [isPreorder: boolean, ms: number | null, reason: PreorderReason | null, early: number | null, Said][] = [
  [true, 1, 'price', 98, { live: true, pence: 9_800 }],
  [true, 86_400_000, 'price', 98, { live: true, pence: 9_800 }],
  [true, 0, 'price', 98, { live: false, pence: 11_800 }],
  [true, -1, 'price', 98, { live: false, pence: 11_800 }],
  [true, null, 'price', 98, { live: false, pence: 11_800 }],
  [false, 1, 'price', 98, { live: false, pence: 11_800 }],
  [true, 1, 'price', null, { live: true, pence: 11_800 }],
  [true, 1, 'numbered', 98, { live: true, pence: 11_800 }],
  [true, 1, 'first', 98, { live: true, pence: 11_800 }],
  [true, 1, null, 98, { live: true, pence: 11_800 }],
]
type Said = { live: boolean; pence: number }
type Case = {
  isPreorder: boolean
  ms: number | null
  reason: PreorderReason | null
  usual: number
  early: number | null
}

/** What the database and the program say at one moment. */
async function askBoth(db: TestDatabase, { isPreorder, ms, reason, usual, early }: Case): Promise<[Said, Said]> {
  // One transaction has one now(), and the database evaluates it, so the bounds are exact to the millisecond.
  const [row] = await db.asService(async (tx) => {
    const { rows } = await sql<{ now: Date; ends: Date | null; live: boolean; price: string }>`
      with times as (
        select date_trunc('milliseconds', shop_now()) as now,
          date_trunc('milliseconds', shop_now()) + ${ms} * interval '1 millisecond' as ends)
      select now, ends, is_preorder_live(${isPreorder}, ends + (shop_now() - now)) as live,
        effective_price(${usual}, ${isPreorder}, ends + (shop_now() - now), ${reason}, ${early}) as price
        from times`.execute(tx)
    return rows
  })
  if (!row) throw new Error('no row')
  const dates = { isPreorder, preorderEndsAt: row.ends }
  const priced = {
    ...dates,
    pricePence: parsed(usual),
    preorderReason: reason,
    preorderPence: early === null ? null : parsed(early),
  }
  return [
    { live: row.live, pence: parsed(row.price) },
    { live: isPreorderLive(dates, row.now), pence: effectivePence(priced, row.now) },
  ]
}

test('the database and the program have one end of a pre-order and one price, to the millisecond', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  for (const [isPreorder, ms, reason, early, said] of cases) {
    expect(await askBoth(db, { isPreorder, ms, reason, usual: 118, early })).toEqual([said, said])
  }
  const offset = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -3, max: 3 }), fc.integer())
  const pounds = fc.integer({ min: 1, max: 1_000_000 }).map((amount) => amount / 100)
  const reason = fc.constantFrom<(PreorderReason | null)[]>('price', 'numbered', 'first', null)
  const any = fc.record({
    isPreorder: fc.boolean(),
    ms: fc.option(offset),
    reason,
    usual: pounds,
    early: fc.option(pounds),
  })
  await fc.assert(
    fc.asyncProperty(any, async (garment) => {
      const [stored, computed] = await askBoth(db, garment)
      expect(computed).toEqual(stored)
    }),
    { numRuns: 700 },
  )
})

const evening = new Date('2026-12-04T18:00:00Z')
const offer = {
  isPreorder: true,
  preorderEndsAt: evening,
  pricePence: pence(11_800),
  preorderReason: 'price' as const,
  preorderPence: pence(9_800),
  preorderLimit: null,
  afterPence: null as Pence | null,
}

test('the early price holds until a millisecond before the end, and is not lowered twice', () => {
  const at = (ms: number) =>
    priceNow(priceNow(offer, new Date(evening.getTime() + ms)), new Date(evening.getTime() + ms))
  expect([-1, 0, 1].map((ms) => [at(ms).pricePence, at(ms).afterPence])).toEqual([
    [9_800, 11_800],
    [11_800, null],
    [11_800, null],
  ])
})

test('an early price that ended while the product was kept goes back to the usual one', () => {
  expect(priceNow(priceNow(offer, new Date(evening.getTime() - 1)), evening)).toMatchObject({
    pricePence: 11_800,
    afterPence: null,
  })
})

test('the reason is one line, and only what is true', () => {
  const before = new Date(evening.getTime() - 1)
  expect(preorderReasonText(priceNow(offer, before))).toBe('Early price: £98.00 now, £118.00 once the pre-order ends')
  expect(preorderReasonText(priceNow(offer, evening))).toBeNull()
  const numbered = { pricePence: pence(11_800), preorderReason: 'numbered' as const, preorderLimit: 40 }
  expect(preorderReasonText(numbered)).toBe('One of 40 numbered pieces; you get your number when you pay')
  expect(preorderReasonText({ ...numbered, preorderLimit: null })).toBeNull()
  expect(preorderReasonText({ ...numbered, preorderReason: 'first', preorderLimit: null })).toMatch(
    /^First in the queue/,
  )
  expect(preorderReasonText({ ...numbered, preorderReason: null })).toBeNull()
})
