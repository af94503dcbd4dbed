import { expect, test } from 'vitest'
import { pathOf } from '#platform/client/endpoints.ts'
import { makeOrderRow } from '#tests/fixtures/order-row.ts'
import { orderViews } from '../api/order-views.ts'
import { addressOf, belongs, isUnfiltered, noFilter, type OrderFilter, queryOf, readFilter } from './list-location.ts'

const narrow: OrderFilter = {
  view: 'to_make',
  q: 'miriam@example.com',
  payment: 'paid',
  status: 'pending',
  garment: '7d3f3a52-4a4e-4f7f-9a55-1c8b1d5f2f10',
  size: '10-12',
  country: 'DE',
  preorder: 'yes',
  from: '2026-11-01',
  to: '2026-11-30',
}

test('a URL restores the filter it was made from, except the search text', () => {
  const address = new URLSearchParams(addressOf(narrow))
  expect(readFilter(address, null)).toEqual({ ...narrow, q: '' })
  expect(readFilter(address, { q: narrow.q })).toEqual(narrow)
  expect(address.toString()).not.toContain('miriam')
})

test('the unfiltered list has no query', () => {
  expect(addressOf(noFilter)).toEqual({})
  expect(readFilter(new URLSearchParams(), undefined)).toEqual(noFilter)
  expect(isUnfiltered({ ...noFilter, view: 'late' })).toBe(true)
})

test('invalid values in a URL are ignored', () => {
  const address = new URLSearchParams(
    'view=drafts&payment=maybe&status=lost&garment=mary&size=&country=Germany&preorder=perhaps&from=2026-13-40&to=yesterday',
  )
  expect(readFilter(address, { q: 7 })).toEqual(noFilter)
})

test('the API gets the whole filter and the cursor of the page', () => {
  expect(pathOf('orders', { ...queryOf(narrow), cursor: 'x' })).toBe(
    'orders?view=to_make&q=miriam%40example.com&payment=paid&status=pending&garment=7d3f3a52-4a4e-4f7f-9a55-1c8b1d5f2f10&size=10-12&country=DE&preorder=yes&from=2026-11-01&to=2026-11-30&cursor=x',
  )
  expect(pathOf('orders', queryOf(noFilter))).toBe('orders?view=all')
})

test('an order belongs to the views of its state', () => {
  const today = '2026-11-21'
  const viewsOf = (order: ReturnType<typeof makeOrderRow>) =>
    orderViews.map(({ id }) => id).filter((view) => belongs(order, { ...noFilter, view }, today))
  expect(viewsOf(makeOrderRow({ dispatch_by: today }))).toEqual(['all', 'to_make'])
  expect(viewsOf(makeOrderRow({ dispatch_by: '2026-11-20' }))).toEqual(['all', 'to_make', 'late'])
  expect(viewsOf(makeOrderRow({ order_view: 'in_progress' }))).toEqual(['all', 'in_progress'])
  expect(viewsOf(makeOrderRow({ order_view: 'to_dispatch', dispatch_by: '2026-01-01' }))).toEqual([
    'all',
    'to_dispatch',
    'late',
  ])
  expect(viewsOf(makeOrderRow({ order_view: 'shipped', dispatch_by: '2026-01-01' }))).toEqual(['all', 'shipped'])
  expect(viewsOf(makeOrderRow({ order_view: 'unpaid' }))).toEqual(['unpaid'])
  expect(viewsOf(makeOrderRow({ order_view: 'cancelled', review_notes: [{ kind: 'refund_owed' }] }))).toEqual([
    'all',
    'attention',
    'cancelled',
  ])
})

test('an order whose status changed no longer matches a filter on its old status', () => {
  const filter: OrderFilter = { ...noFilter, status: 'pending' }
  expect(belongs(makeOrderRow({}), filter, '2026-11-21')).toBe(true)
  expect(belongs(makeOrderRow({ order_status: 'shipped' }), filter, '2026-11-21')).toBe(false)
})
