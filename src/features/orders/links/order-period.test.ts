import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import { changeShop, shop } from '#shop'
import { arrivalDayOf } from '../order-dates.ts'
import { arrivalDay, isOver, linkDays, linkEndsOn, sendBackUntil, withdrawUntil } from './order-period.ts'

const waiting = {
  created_at: '2026-11-20T10:00:00Z',
  order_status: 'processing',
  delivery_options: null as unknown,
  delivery_service: 'tracked-48',
  shipped_at: null as string | Date | null,
  delivered_at: null as string | null,
  updated_at: '2026-11-20T10:00:00Z',
}

const day = (date: Date | null) => date && isoDay(date)

test('the day to withdraw counts from the delivery, and none is named before the delivery is known', () => {
  expect(withdrawUntil(waiting)).toBeNull()
  const shipped = { ...waiting, order_status: 'shipped', shipped_at: '2026-12-04T09:00:00Z' }
  expect(withdrawUntil(shipped)).toBeNull()
  expect(day(withdrawUntil({ ...shipped, delivered_at: '2026-12-05T09:00:00Z' }))).toBe('2026-12-19')
})

test('the day to send back counts from the declaration, and never from before the delivery', () => {
  const declared = '2026-12-04T23:30:00Z'
  expect(sendBackUntil(waiting, declared)).toBeNull()
  expect(day(sendBackUntil({ ...waiting, delivered_at: '2026-12-01T09:00:00Z' }, declared))).toBe('2026-12-18')
  expect(day(sendBackUntil({ ...waiting, delivered_at: '2026-12-09T09:00:00Z' }, declared))).toBe('2026-12-23')
})

test('the days are those that were agreed, whatever the owner has changed since', () => {
  const former = [
    { until: '2026-11-10T00:00:00.000Z', cancelDays: 20, claimDays: 10 },
    { until: '2026-11-25T00:00:00.000Z', cancelDays: 30 },
  ]
  changeShop({ policies: { ...shop.policies, cancelDays: 14, former } })
  try {
    const delivered = { ...waiting, delivered_at: '2026-12-01T09:00:00Z' }
    expect(day(withdrawUntil(delivered))).toBe('2026-12-31')
    expect(day(sendBackUntil(delivered, '2026-12-01T10:00:00Z'))).toBe('2026-12-31')
    expect(day(withdrawUntil({ ...delivered, created_at: '2026-11-25T00:00:00Z' }))).toBe('2026-12-15')
    expect(day(withdrawUntil({ ...delivered, created_at: '2026-11-09T12:00:00Z' }))).toBe('2026-12-21')
    expect(policiesAt('2026-11-09T12:00:00Z').claimDays).toBe(10)
    // The page on which to withdraw opens as long.
    changeShop({ policies: { ...shop.policies, cancelDays: 200, former: [] } })
    const sent = { ...delivered, order_status: 'delivered' }
    expect(day(linkEndsOn(sent))).toBe(day(withdrawUntil(sent)))
  } finally {
    changeShop({})
  }
})

test('a link counts from the days that the order was sold with, and not while a parcel is back in the workroom', () => {
  const delivery_options = [{ id: 'tracked-48', transitDays: { from: 2, to: 8 } }]
  const shipped = { ...waiting, delivery_options, order_status: 'shipped', shipped_at: '2026-12-04T09:00:00Z' }
  expect(arrivalDayOf({ ...shipped, arrive_by: null })).toBe('2026-12-16')
  expect(day(linkEndsOn(shipped))).toBe('2027-03-16')
  expect(linkEndsOn({ ...shipped, order_status: 'processing' })).toBeNull()
})

test('the day is the shop’s, also just after midnight in summer', () => {
  expect(day(withdrawUntil({ ...waiting, delivered_at: '2026-06-30T23:30:00Z' }))).toBe('2026-07-15')
  const last = new Date('2026-07-15')
  expect(isOver(last, new Date('2026-07-15T22:59:59.999Z'))).toBe(false)
  expect(isOver(last, new Date('2026-07-15T23:00:00Z'))).toBe(true)
})

test('a link of an order that waits never ends; of a cancelled one, ninety days after its last change', () => {
  expect(linkEndsOn(waiting)).toBeNull()
  expect(day(linkEndsOn({ ...waiting, order_status: 'cancelled' }))).toBe('2027-02-18')
})

const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

test('a link outlives the period to withdraw, and a slower or unknown service never shortens it', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom('tracked-48', 'europe-tracked', 'gone', null), (shipped_at, service) => {
      const fast = { ...waiting, order_status: 'shipped', shipped_at, delivery_service: 'tracked-24' }
      const other = { ...fast, delivery_service: service }
      const ends = linkEndsOn(other)
      const until = withdrawUntil({ ...waiting, delivered_at: arrivalDay(other) })
      if (!until || !ends) throw new Error('a sent order has both days')
      expect(ends.getTime() - until.getTime()).toBe((linkDays - 14) * dayMs)
      expect(ends.getTime()).toBeGreaterThanOrEqual(linkEndsOn(fast)?.getTime() ?? Number.POSITIVE_INFINITY)
      expect(isOver(until, shipped_at)).toBe(false)
    }),
  )
})
