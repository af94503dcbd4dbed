import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { amountOfPieces } from './order-lines.ts'

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
