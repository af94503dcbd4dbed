import { expect, test } from 'vitest'
import { findImports, whyNot } from './import-directions.ts'

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
    'shop.config.ts',
  ])
})

test.each([
  ['src/features/checkout/a.ts', 'src/features/cart/b.ts'],
  ['src/features/cart/a.ts', 'src/features/cart/b.ts'],
  ['src/features/cart/a.ts', 'src/features/discounts/b.ts'],
  ['src/features/catalogue/a.ts', 'src/infrastructure/db/db.ts'],
  ['src/features/catalogue/shop.page.tsx', 'src/features/cart/b.ts'],
  ['src/server.ts', 'src/features/admin/a.ts'],
  ['src/routes.ts', 'src/features/catalogue/shop.page.tsx'],
  ['src/features/catalogue/a.test.ts', 'tests/fixtures/database.ts'],
  ['src/infrastructure/http/a.ts', 'src/config.ts'],
])('%s may import %s', (from, to) => {
  expect(whyNot({ from, to })).toBeNull()
})

test.each([
  ['src/features/cart/a.ts', 'src/features/checkout/b.ts', 'cart does not use checkout'],
  ['src/features/discounts/a.ts', 'src/features/campaign/b.ts', 'discounts does not use campaign'],
  ['src/features/auth/a.ts', 'src/features/catalogue/b.ts', 'auth does not use catalogue'],
  ['src/features/news/a.ts', 'src/features/catalogue/b.ts', 'news has no place'],
  ['src/infrastructure/db/a.ts', 'src/features/cart/b.ts', 'infrastructure knows no feature'],
  ['src/ui/a.tsx', 'src/infrastructure/log.ts', 'ui knows no subject'],
  ['src/features/cart/a.ts', 'src/features/catalogue/shop.page.tsx', 'nothing imports a page'],
  ['src/features/cart/a.ts', 'src/server.ts', 'nothing imports a program'],
  ['src/features/cart/a.ts', 'tests/fixtures/rows.ts', 'does not need its tests'],
  ['tests/protocol/a.test.ts', 'src/infrastructure/db/db.ts', 'know a URL'],
])('%s may not import %s', (from, to, reason) => {
  expect(whyNot({ from, to })).toContain(reason)
})
