import { expect, test } from 'vitest'
import { slipsLabel } from './packing-slips.page.tsx'
import { readPrintSelection } from './print-page.tsx'

test('orders are chosen by their numbers or by a view, and an address without either has no selection', () => {
  const read = (query: string) => readPrintSelection(new URLSearchParams(query))
  expect(read('orders=TKW-1')).toEqual({ query: { orders: 'TKW-1' }, name: 'TKW-1' })
  expect(read('orders=TKW-1,,TKW-2,')).toEqual({ query: { orders: 'TKW-1,TKW-2' }, name: '2 orders' })
  expect(read('orders=TKW-1&parcel=7')?.query).toEqual({ orders: 'TKW-1', parcel: '7' })
  expect(read('orders=TKW-1,TKW-2&parcel=7')?.query).toEqual({ orders: 'TKW-1,TKW-2' })
  expect(read('view=to_make')).toEqual({ query: { view: 'to_make' }, name: 'To make' })
  expect(read('view=late')).toEqual({ query: { view: 'late' }, name: 'Late' })
  for (const none of ['', 'orders=', 'orders=,', 'view=', 'view=shipped', 'view=unpaid'])
    expect(read(none), none).toBeNull()
})

test('slips of a view with further orders say so, as no parcel may be forgotten', () => {
  expect(slipsLabel(1, false)).toBe('1 slip')
  expect(slipsLabel(200, false)).toBe('200 slips, one per page')
  expect(slipsLabel(200, true)).toContain('More orders are waiting')
})
