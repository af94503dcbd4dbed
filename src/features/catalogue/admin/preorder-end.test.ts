import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPreorderLive } from '../preorders/preorder-end.ts'
import { isOver, keepsEnd, preorderEnd, shownDays } from './preorder-end.ts'

const dayMs = 86_400_000
const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const days = fc.integer({ min: 1, max: 3_650 })
const row = fc.record({
  is_preorder: fc.boolean(),
  preorder_end_date: fc.option(moment.map((end) => end.toISOString())),
})

test('saving other fields never changes the end of the pre-order', () => {
  fc.assert(
    fc.property(row, moment, fc.nat({ max: 40 * dayMs }), (found, opened, laterMs) => {
      const shown = shownDays(found, opened)
      const saved = preorderEnd(
        found,
        { isPreorder: found.is_preorder, days: shown, shown },
        new Date(+opened + laterMs),
      )
      expect(saved).toBe(found.is_preorder ? found.preorder_end_date : null)
    }),
  )
  const micro = { is_preorder: true, preorder_end_date: '2026-12-04T18:00:00.123456+00:00' }
  const entry = { isPreorder: true, days: ' 3 ', shown: '3' }
  expect(preorderEnd(micro, entry, new Date())).toBe(micro.preorder_end_date)
})

test('a new pre-order or new days end that many times 24 hours from now, also across a clock change', () => {
  fc.assert(
    fc.property(fc.option(row), days, moment, (found, entered, now) => {
      const entry = { isPreorder: true, days: String(entered), shown: shownDays(found, now) }
      fc.pre(!keepsEnd(found, entry))
      const end = preorderEnd(found, entry, now)
      expect(Date.parse(end ?? '') - now.getTime()).toBe(entered * dayMs)
      expect(isPreorderLive({ isPreorder: true, preorderEndsAt: end }, now)).toBe(true)
      expect(shownDays({ is_preorder: true, preorder_end_date: end }, now)).toBe(String(entered))
    }),
  )
})

test('the end is null if the pre-order is off or has no days', () => {
  fc.assert(
    fc.property(row, fc.string(), moment, (found, typed, now) => {
      const shown = shownDays(found, now)
      expect(preorderEnd(found, { isPreorder: false, days: typed, shown }, now)).toBeNull()
      expect(preorderEnd(null, { isPreorder: true, days: '  ', shown: '' }, now)).toBeNull()
    }),
  )
})

test('the form shows the remaining days, rounded up: 1 on the last day, none after the end', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const endingIn = (ms: number) => ({ is_preorder: true, preorder_end_date: new Date(+now + ms).toISOString() })
  expect(shownDays(endingIn(1), now)).toBe('1')
  expect(shownDays(endingIn(dayMs), now)).toBe('1')
  expect(shownDays(endingIn(dayMs + 1), now)).toBe('2')
  expect(shownDays(endingIn(0), now)).toBe('')
  expect(isOver(endingIn(0), now)).toBe(true)
  expect(isOver(endingIn(1), now)).toBe(false)
  expect(isOver({ is_preorder: true, preorder_end_date: null }, now)).toBe(false)
  expect(shownDays(null, now)).toBe('')
})
