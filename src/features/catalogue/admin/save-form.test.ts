import { expect, test } from 'vitest'
import { priceChangeQuestion } from './save-form.ts'

test('a price change of more than half, up or down, needs a confirmation', () => {
  expect(priceChangeQuestion('89.00', '8.90')).toBe(
    'Change the price from £89.00 to £8.90? That is less than half of what it was.',
  )
  expect(priceChangeQuestion('8.90', '89')).toBe(
    'Change the price from £8.90 to £89.00? That is more than one and a half times what it was.',
  )
  expect(priceChangeQuestion('100', '49.99')).not.toBeNull()
  expect(priceChangeQuestion('100', '150.01')).not.toBeNull()
})

test('a smaller change, or an unreadable price, does not', () => {
  for (const [before, after] of [
    ['100', '50'],
    ['100', '150'],
    ['89.00', '89'],
    ['', '89'],
    ['89', ''],
    ['89', 'free'],
  ] as const) {
    expect(priceChangeQuestion(before, after), `${before} ${after}`).toBeNull()
  }
})
