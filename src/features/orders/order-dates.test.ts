import { expect, test } from 'vitest'
import { arrivalDayOf, dispatchDayAfter } from './order-dates.ts'

const line = (dispatchBy: string, cancelled = 0) => ({ quantity: 1, cancelled, dispatchBy })
const [early, late] = ['2030-01-11', '2030-02-13']

test.each([
  ['the latest garment is cancelled', late, [line(early), line(late, 1)], early],
  ['another garment is cancelled', late, [line(early, 1), line(late)], late],
  ['the day was delayed before', '2030-02-20', [line(early), line(late, 1)], '2030-02-20'],
  ['the owner chose an earlier day', '2030-02-01', [line(early), line(late, 1)], '2030-02-01'],
  ['nothing is left', late, [line(early, 1), line(late, 1)], late],
])('the dispatch day when %s', (_, dispatchBy, after, expected) => {
  const before = [line(early), line(late)]
  expect(dispatchDayAfter({ dispatchBy, today: '2030-01-02' }, { before, after })).toBe(expected)
})

test('a new day that is past is not promised, and a restored garment gets its own day again', () => {
  const [both, one] = [
    [line(early), line(late)],
    [line(early), line(late, 1)],
  ]
  const today = '2030-01-12'
  expect(dispatchDayAfter({ dispatchBy: late, today }, { before: both, after: one })).toBe(late)
  expect(dispatchDayAfter({ dispatchBy: early, today }, { before: one, after: both })).toBe(late)
  expect(dispatchDayAfter({ dispatchBy: '2030-02-20', today }, { before: one, after: both })).toBe('2030-02-20')
})

test('an order arrives by the day counted from its dispatch, once it is sent, and on the day of its delivery', () => {
  const delivery = { delivery_options: [], delivery_service: 'tracked-48' }
  const order = { ...delivery, arrive_by: '2030-01-18', shipped_at: null, delivered_at: null }
  expect(arrivalDayOf({ ...order, order_status: 'pending' })).toBe('2030-01-18')
  // Half an hour after midnight in shop time, in summer: the day of sending is the next one.
  const shipped_at = new Date('2029-07-08T23:30:00Z')
  const sent = { ...order, shipped_at, order_status: 'shipped' }
  expect(arrivalDayOf(sent)).toBe('2029-07-12')
  expect(arrivalDayOf({ ...sent, shipped_at: shipped_at.toISOString() })).toBe('2029-07-12')
  expect(arrivalDayOf({ ...sent, order_status: 'processing' })).toBe('2030-01-18')
  const delivered_at = '2029-07-10T23:30:00Z'
  expect(arrivalDayOf({ ...sent, order_status: 'delivered', delivered_at })).toBe('2029-07-11')
})

test('a promised day that is before the dispatch is not an arrival', () => {
  const unknown = { delivery_options: [], delivery_service: null, delivered_at: null, order_status: 'shipped' }
  const shipped_at = '2030-01-17T10:00:00Z'
  expect(arrivalDayOf({ ...unknown, shipped_at, arrive_by: '2030-01-18' })).toBe('2030-01-18')
  expect(arrivalDayOf({ ...unknown, shipped_at, arrive_by: '2030-01-16' })).toBeNull()
})
