import { expect, test } from 'vitest'
import { daysSentence } from './your-order.tsx'

const order = {
  order_number: 'TKW-7H2K9P',
  ordered_at: '2029-12-20T10:00:00Z',
  dispatch_by: '2030-01-15',
  is_withdrawn: false,
}

test.each([
  ['pending', '2030-01-18', 'We’ll dispatch it by Tuesday 15 January and it should be with you by Friday 18 January.'],
  ['processing', null, 'We’ll dispatch it by Tuesday 15 January.'],
  // It was sent early: the day it was to leave by is later than its arrival.
  ['shipped', '2030-01-11', 'It has left our workroom and it should be with you by Friday 11 January.'],
  ['delivered', '2030-01-11', null],
  ['cancelled', '2030-01-18', 'This order is cancelled and nothing will be sent.'],
] as const)(
  'a success page that is opened again names no day that is over: %s',
  (order_status, arrive_by, expected) => {
    expect(daysSentence({ ...order, order_status, arrive_by })).toBe(expected)
  },
)

test('after a withdrawal from all of it, it names no day of its dispatch', () => {
  const withdrawn = { ...order, order_status: 'processing', arrive_by: '2030-01-18', is_withdrawn: true } as const
  expect(daysSentence(withdrawn)).toBe('You’ve withdrawn from this order. Its page says what happens next.')
})
