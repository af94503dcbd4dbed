import { expect, test } from 'vitest'
import { exportName } from './export-name.ts'

test('the name of an export says which orders are in it', () => {
  const all = { view: 'all', payment: null, status: null, q: '', from: null, to: null } as const
  expect(exportName(all, '2026-12-02')).toBe('tkw-orders-all-2026-12-02.csv')
  expect(exportName({ ...all, view: 'to_make', q: 'ruth@example.com' }, '2026-12-02')).toBe(
    'tkw-orders-to-make-search-2026-12-02.csv',
  )
  const november = { ...all, status: 'shipped', payment: 'paid', from: '2026-11-01', to: '2026-11-30' } as const
  expect(exportName(november, '2026-12-02')).toBe(
    'tkw-orders-all-shipped-payment-paid-from-2026-11-01-to-2026-11-30-as-of-2026-12-02.csv',
  )
})
