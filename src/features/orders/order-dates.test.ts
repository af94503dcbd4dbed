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

test('an order arrives by the day counted from its dispatch, once it is sent', () => {
  const order = { delivery_options: [], delivery_service: 'tracked-48', arrive_by: '2030-01-18', shipped_at: null }
  expect(arrivalDayOf({ ...order, order_status: 'pending' })).toBe('2030-01-18')
  // Half an hour after midnight in shop time, in summer: the day of sending is the next one.
  const shipped_at = new Date('2029-07-08T23:30:00Z')
  expect(arrivalDayOf({ ...order, shipped_at, order_status: 'shipped' })).toBe('2029-07-12')
  expect(arrivalDayOf({ ...order, shipped_at: shipped_at.toISOString(), order_status: 'delivered' })).toBe('2029-07-12')
  expect(arrivalDayOf({ ...order, shipped_at, order_status: 'processing' })).toBe('2030-01-18')
  expect(arrivalDayOf({ ...order, shipped_at, order_status: 'shipped', delivery_service: null })).toBe('2030-01-18')
})
