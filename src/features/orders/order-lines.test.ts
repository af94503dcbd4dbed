import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { amountOfPieces, owedForWithdrawn } from './order-lines.ts'

const anyLine = fc
  .record({ unit: fc.integer({ min: 0, max: 100_000 }), quantity: fc.integer({ min: 1, max: 20 }) })
  .chain(({ unit, quantity }) =>
    fc
      .integer({ min: 0, max: unit * quantity })
      .map((discount) => ({ unitPence: pence(unit), quantity, discountPence: pence(discount) })),
  )

test('pieces refunded in any steps add up to what the line cost, and no step is negative or more than its price', () => {
  fc.assert(
    fc.property(anyLine, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), (line, steps) => {
      let [before, sum] = [0, 0]
      for (const step of [...steps, line.quantity]) {
        const pieces = Math.min(step, line.quantity - before)
        const amount = amountOfPieces(line, pieces, before)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(line.unitPence * pieces)
        before += pieces
        sum += amount
      }
      expect(sum).toBe(line.unitPence * line.quantity - line.discountPence)
    }),
  )
})

test('a discount that does not divide evenly is shared to the penny', () => {
  const line = { unitPence: pence(1000), quantity: 3, discountPence: pence(100) }
  expect([0, 1, 2].map((before) => amountOfPieces(line, 1, before))).toEqual([967, 967, 966])
  expect(amountOfPieces(line, 3)).toBe(2900)
})

test('whatever was refunded between withdrawals, the customer gets what the pieces cost, and nothing for them twice', () => {
  const event = fc.record({ refund: fc.nat(100_000), pieces: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(anyLine, fc.array(event, { maxLength: 20 }), (line, events) => {
      const cost = amountOfPieces(line, line.quantity)
      let [cancelled, refunded] = [0, 0]
      for (const { refund, pieces } of [...events, { refund: 0, pieces: 20 }]) {
        // Of goodwill: any amount that is left of the line.
        refunded += Math.min(refund, cost - refunded)
        const withdrawn = Math.min(pieces, line.quantity - cancelled)
        const owed = owedForWithdrawn(line, withdrawn, { cancelled, sentBack: 0, refunded: pence(refunded) })
        expect(owed).toBeGreaterThanOrEqual(0)
        expect(owed).toBeLessThanOrEqual(amountOfPieces(line, withdrawn, cancelled))
        cancelled += withdrawn
        refunded += owed
        expect(refunded).toBeGreaterThanOrEqual(amountOfPieces(line, cancelled))
        expect(refunded).toBeLessThanOrEqual(cost)
        if (owed > 0) expect(refunded).toBe(amountOfPieces(line, cancelled))
      }
      expect(refunded).toBe(cost)
    }),
  )
})

test('of two like skirts, one refunded as goodwill, the withdrawal from one owes nothing, and that from both the other', () => {
  const line = { unitPence: pence(1950), quantity: 2, discountPence: pence(0) }
  const goodwill = { cancelled: 0, sentBack: 0, refunded: pence(1950) }
  expect(owedForWithdrawn(line, 1, goodwill)).toBe(0)
  expect(owedForWithdrawn(line, 2, goodwill)).toBe(1950)
  // Of a part of the price, the rest is owed; of a piece that was cancelled, or sent back, nothing counts.
  expect(owedForWithdrawn(line, 1, { ...goodwill, refunded: pence(500) })).toBe(1450)
  expect(owedForWithdrawn(line, 1, { ...goodwill, cancelled: 1 })).toBe(1950)
  expect(owedForWithdrawn(line, 1, { cancelled: 0, sentBack: 1, refunded: pence(0) })).toBe(1950)
})
