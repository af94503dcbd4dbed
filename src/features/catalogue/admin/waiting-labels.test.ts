import { expect, test } from 'vitest'
import { howManyWait, inWhichSizes, type WaitingCount } from './waiting-labels.ts'

const count = (size: string | null, waiting: number): WaitingCount => ({ product_id: 'mary', size, waiting })

test('waiting customers are counted in a sentence, and by size in the product’s order', () => {
  expect(howManyWait([])).toBe('')
  expect(howManyWait([count('8-10', 1)])).toBe('One is waiting')
  const counts = [count(null, 3), count('6-8', 1), count('10-12', 2), count('8-10', 1)]
  expect(howManyWait(counts)).toBe('7 are waiting')
  expect(inWhichSizes(counts, ['8-10', '10-12'])).toBe('8-10, 10-12 (2), 6-8, any size (3)')
})
