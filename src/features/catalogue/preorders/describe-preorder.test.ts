import { expect, test } from 'vitest'
import { parseProduct } from '#features/catalogue/product.ts'
import { describeEnd, describePreorders, summariseNow } from './describe-preorder.ts'

const now = new Date('2026-06-01T12:00:00Z')

const open = { now, full: new Set<string>() }

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

test('a pre-order closes at a day and an hour of the shop’s clock, in summer, in winter and in another year', () => {
  const text = (endsAt: string) => describeEnd(new Date(endsAt), now).text
  expect(text('2026-12-09T23:59:59Z')).toBe('Wednesday 9 December at 23:59, UK time')
  expect(text('2026-07-04T23:30:00Z')).toBe('Sunday 5 July at 00:30, UK time')
  expect(text('2027-12-08T18:00:00Z')).toBe('Wednesday 8 December 2027 at 18:00, UK time')
})

test('making a garment takes its own days, or the shop’s', () => {
  const described = describePreorders([{ ...garment('a', 2), productionDays: 20 }, garment('b', 2)], open, settings)
  expect(described.map(({ making }) => making)).toEqual(['20 working days', '10 working days'])
})
