import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderStatus } from './order-state.ts'
import { stepsOfMoments } from './order-steps.ts'

const now = new Date('2029-12-21T10:00:00Z')
const order = {
  status: 'pending' as OrderStatus,
  orderedAt: '2029-12-20T10:00:00Z',
  paidAt: '2029-12-20T10:04:00Z',
  readyAt: null as string | null,
  shippedAt: null as string | null,
  deliveredAt: null as string | null,
  dispatchBy: '2030-01-15',
  arriveBy: '2030-01-18' as string | null,
}

test('an order that waits has received as its present step, and days for what comes', () => {
  expect(stepsOfMoments(order, now)).toEqual([
    { name: 'Received', when: '20 December 2029', mark: '20', state: 'now' },
    { name: 'Being made', when: null, mark: '', state: 'next' },
    { name: 'On its way', when: 'by Tuesday 15 January', mark: '15', state: 'next' },
    { name: 'Delivered', when: 'by Friday 18 January', mark: '18', state: 'next' },
  ])
})

test('a sent order names the day it left and its arrival, and not the day it was to leave by', () => {
  const sent = { ...order, status: 'shipped', shippedAt: '2030-01-08T23:30:00Z', arriveBy: '2030-01-11' } as const
  expect(stepsOfMoments(sent, now).slice(2)).toEqual([
    { name: 'On its way', when: '8 January 2030', mark: '8', state: 'now' },
    { name: 'Delivered', when: 'by Friday 11 January', mark: '11', state: 'next' },
  ])
  const delivered = { ...sent, status: 'delivered', deliveredAt: '2030-01-10T09:00:00Z' } as const
  expect(stepsOfMoments(delivered, now).at(-1)).toEqual({
    name: 'Delivered',
    when: '10 January 2030',
    mark: '10',
    state: 'done',
  })
})

test('an order that is late promises no day that is over', () => {
  const late = stepsOfMoments({ ...order, status: 'processing' }, new Date('2030-01-16T10:00:00Z'))
  expect(late.map(({ when }) => when)).toEqual(['20 December 2029', null, null, null])
})

test('a cancelled order has no steps; every other has its done steps first, then at most one present step', () => {
  const statuses = fc.constantFrom<OrderStatus>('pending', 'processing', 'shipped', 'delivered', 'cancelled')
  fc.assert(
    fc.property(statuses, fc.option(fc.constant('2030-01-10T09:00:00Z')), (status, moment) => {
      const steps = stepsOfMoments({ ...order, status, readyAt: moment, shippedAt: moment, deliveredAt: moment }, now)
      const states = steps.map(({ state }) => state).join(' ')
      expect(states).toMatch(status === 'cancelled' ? /^$/ : /^(?:done ?)*(?:now ?)?(?:next ?)*$/)
    }),
  )
})
