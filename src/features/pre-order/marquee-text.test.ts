import { expect, test } from 'vitest'
import { marqueeText } from './marquee-text.ts'

test('the banner counts one day as a day and more as days', () => {
  expect(marqueeText('Esther Gown', 1)).toBe('Pre-orders for Esther Gown ends in 1 day. PRE-ORDER NOW!')
  expect(marqueeText('Esther Gown', 21)).toBe('Pre-orders for Esther Gown ends in 21 days. PRE-ORDER NOW!')
})
