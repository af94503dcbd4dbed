import { expect, test } from 'vitest'
import { directionError, findCycles, findImports } from './import-directions.ts'

test('every kind of import is found, under its real path', () => {
  const source = `
    import { a } from '#features/cart/cart.ts'
    import type { B } from '../orders/order.ts'
    export { c } from './c.ts'
    import '#ui/fonts.css'
    import pg from 'pg'
    const shop = await import('#shop')`
  expect(findImports('src/features/checkout/start.ts', source).map(({ to }) => to)).toEqual([
    'src/features/cart/cart.ts',
    'src/features/orders/order.ts',
    'src/features/checkout/c.ts',
    'src/ui/fonts.css',
    'src/base/shop.ts',
  ])
})

test.each([
  ['src/features/checkout/a.ts', 'src/features/cart/b.ts'],
  ['src/features/cart/a.ts', 'src/features/cart/b.ts'],
  ['src/features/cart/a.ts', 'src/features/discounts/b.ts'],
  ['src/features/catalogue/a.ts', 'src/platform/database/db.ts'],
  ['src/features/orders/admin/a.tsx', 'src/admin/b.tsx'],
  ['src/app/pages/shop.page.tsx', 'src/features/cart/b.ts'],
  ['src/ui/a.tsx', 'src/platform/client/b.ts'],
  ['src/server.ts', 'src/app/jobs.ts'],
  ['src/routes.ts', 'src/app/pages/shop.page.tsx'],
  ['src/features/catalogue/a.ts', 'shop.config.ts'],
  ['src/features/catalogue/a.test.ts', 'tests/fixtures/database.ts'],
])('%s may import %s', (from, to) => {
  expect(directionError({ from, to })).toBeNull()
})

test.each([
  ['src/features/cart/a.ts', 'src/features/checkout/b.ts', 'cart is below checkout'],
  ['src/features/discounts/a.ts', 'src/features/waitlist/b.ts', 'discounts is below waitlist'],
  ['src/features/catalogue/a.page.tsx', 'src/features/waitlist/b.ts', 'catalogue is below waitlist'],
  ['src/features/cart/a.ts', 'src/app/pages/shop.page.tsx', 'cart is below app'],
  ['src/features/cart/a.ts', 'src/server.ts', 'cart is below app'],
  ['src/features/news/a.ts', 'src/features/catalogue/b.ts', 'in no room'],
  ['src/platform/database/a.ts', 'src/features/cart/b.ts', 'platform is below cart'],
  ['src/platform/http/a.ts', 'src/operations/config/config.ts', 'platform is below operations'],
  ['src/platform/http/a.ts', 'shop.config.ts', 'as options'],
  ['src/platform/http/a.ts', 'src/base/shop.ts', 'below'],
  ['src/platform/http/a.ts', 'src/ui/b.ts', 'platform is below ui'],
  ['src/admin/a.tsx', 'src/features/orders/b.ts', 'admin is below orders'],
  ['src/ui/a.tsx', 'src/features/cart/b.ts', 'ui is below cart'],
  ['src/features/cart/a.ts', 'tests/fixtures/rows.ts', 'does not need its tests'],
  ['tests/protocol/a.test.ts', 'src/platform/database/db.ts', 'know a URL'],
  ['tests/api/a.test.ts', 'src/platform/database/db.ts', 'know a URL'],
])('%s may not import %s', (from, to, reason) => {
  expect(directionError({ from, to })).toContain(reason)
})

test('files that import one another are one cycle, and a chain of imports is not a cycle', () => {
  const imports = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'b' },
    { from: 'd', to: 'a' },
  ]
  expect(findCycles(imports)).toEqual([['b', 'c']])
})
