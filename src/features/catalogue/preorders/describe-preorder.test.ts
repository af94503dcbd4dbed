import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProduct } from '#features/catalogue/product.ts'
import { describeEnd, describePreorders, summariseNow } from './describe-preorder.ts'

const now = new Date('2026-06-01T12:00:00Z')

const settings = {
  productionDays: 10,
  daysOff: [],
  launchAt: new Date('2025-01-01T12:00:00Z'),
  closing: { closed: false, until: null, reason: '' },
}

function garment(id: string, days: number) {
  const plain = { id, name: id, slug: id, description: '', price: 50, sizes: ['8-10'], active: true }
  const preorder_end_date = new Date(now.getTime() + days * 86_400_000).toISOString()
  return parseProduct({ ...plain, is_preorder: true, preorder_end_date, created_at: now.toISOString() })
}

test('a full pre-order comes after those with places, and no grid shows its remaining days', () => {
  const full = new Set(['a', 'over'])
  const described = describePreorders([garment('a', 2), garment('b', 9)], { now, full }, settings)
  expect(described.map(({ id, preorder }) => [id, preorder])).toEqual([
    ['b', 'Pre-order · 9 days left'],
    ['a', 'Pre-order full · join the waiting list'],
  ])
  // After its end it is made to order like any other, however many were pre-ordered.
  expect(summariseNow(garment('over', 0), now, full).preorder).toBeNull()
})

test('during a pause the dispatch day counts from its end where that is after the pre-order’s', () => {
  const closing = { closed: true, until: new Date('2026-06-15T08:00:00Z'), reason: '' }
  const live = [garment('a', 2)]
  const dispatched = (more: object) =>
    describePreorders(live, { now, full: new Set() }, { ...settings, ...more }).map((each) => each.dispatched)
  expect(dispatched({})).toEqual(['Wednesday 17 June'])
  expect(dispatched({ closing })).toEqual(['Monday 29 June'])
})

function words(endsAt: string, now: string): string {
  return describeEnd(new Date(endsAt), new Date(now)).words
}

test.each([
  ['2026-12-05T18:00:00Z', 'Saturday evening'],
  ['2026-12-05T09:30:00Z', 'Saturday morning'],
  ['2026-12-05T12:00:00Z', 'Saturday afternoon'],
  ['2026-12-05T21:00:00Z', 'Saturday night'],
  ['2026-12-02T08:00:00Z', 'tomorrow morning'],
  ['2026-12-02T23:59:59Z', 'tomorrow night'],
  ['2026-12-01T18:00:00Z', 'this evening at 18:00'],
  ['2026-12-01T22:30:00Z', 'tonight at 22:30'],
  ['2026-12-08T18:00:00Z', 'Tuesday evening, 8 December'],
  ['2027-12-08T18:00:00Z', 'Wednesday evening, 8 December 2027'],
])('%s, read on Tuesday 1 December, is %s', (endsAt, expected) => {
  expect(words(endsAt, '2026-12-01T12:00:00Z')).toBe(expected)
})

test('midnight and the small hours belong to the night before', () => {
  expect(words('2026-12-05T00:00:00Z', '2026-12-01T12:00:00Z')).toBe('Friday night')
  expect(words('2026-12-05T04:59:00Z', '2026-12-01T12:00:00Z')).toBe('Friday night')
  expect(words('2026-12-05T05:00:00Z', '2026-12-01T12:00:00Z')).toBe('Saturday morning')
  expect(words('2026-12-02T00:00:00Z', '2026-12-01T12:00:00Z')).toBe('tonight at 00:00')
  // Read after midnight, shortly before the end.
  expect(words('2026-12-02T03:00:00Z', '2026-12-02T01:00:00Z')).toBe('tonight at 03:00')
})

test('the day and its part are those of the shop’s clock, in summer and on the days it changes', () => {
  expect(words('2026-07-04T16:30:00Z', '2026-07-01T12:00:00Z')).toBe('Saturday evening')
  expect(words('2026-07-03T23:30:00Z', '2026-07-01T12:00:00Z')).toBe('Friday night')
  // The clocks go back on Sunday 25 October 2026, and forward on Sunday 28 March 2027.
  expect(words('2026-10-25T18:00:00Z', '2026-10-24T12:00:00Z')).toBe('tomorrow evening')
  expect(words('2026-10-25T00:30:00Z', '2026-10-24T12:00:00Z')).toBe('tonight at 01:30')
  expect(words('2026-10-30T18:00:00Z', '2026-10-24T12:00:00Z')).toBe('Friday evening')
  expect(words('2027-03-28T17:30:00Z', '2027-03-27T12:00:00Z')).toBe('tomorrow evening')
  expect(words('2027-03-29T16:00:00Z', '2027-03-27T12:00:00Z')).toBe('Monday evening')
})

test('the words never change while a page is shown, from its rendering to midnight', () => {
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 20 * 86_400_000 }), fc.nat(), (now, ms, later) => {
      const endsAt = new Date(now.getTime() + ms)
      const shown = describeEnd(endsAt, now)
      // Any later moment of the same day in London: the clock is at most an hour ahead of UTC.
      const sameDay = new Date(now.getTime() + (later % 3_600_000))
      if (londonDay(sameDay) !== londonDay(now)) return
      expect(describeEnd(endsAt, sameDay).words).toBe(shown.words)
      expect(new Date(shown.at)).toEqual(endsAt)
    }),
  )
})

function londonDay(moment: Date): string {
  return moment.toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
}
