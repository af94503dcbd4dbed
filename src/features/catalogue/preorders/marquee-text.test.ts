import { expect, test } from 'vitest'
import { marqueeText } from './marquee.tsx'

test('the banner names the garment and the remaining days', () => {
  expect(marqueeText('Esther Gown', 21)).toBe('Pre-orders for Esther Gown ends in 21 day(s). PRE-ORDER NOW!')
})
