import { expect, test } from 'vitest'
import { findReach } from './use-case-files.ts'

const read = (files: Record<string, string>) => (file: string) => files[file] ?? null

test('values that are imported statically are followed, through any number of files and around cycles', () => {
  const files = {
    'src/features/cart/button.tsx': `import { pay } from './pay.ts'\nimport './button.css'`,
    'src/features/cart/button.css': '',
    'src/features/cart/pay.ts': `
      import { callFunction } from '#platform/client/functions.ts'
      export { back } from './button.tsx'
      import {
        type Order,
        read,
      } from '#features/orders/order.ts'`,
    'src/platform/client/functions.ts': `import { createClient } from '@supabase/supabase-js'`,
    'src/features/orders/order.ts': '',
  }
  expect(findReach(['src/features/cart/button.tsx'], { read: read(files) })).toEqual([
    'src/features/cart/button.css',
    'src/features/cart/button.tsx',
    'src/features/cart/pay.ts',
    'src/features/orders/order.ts',
    'src/platform/client/functions.ts',
  ])
})

test('types, dynamic imports, and files outside the counted folders are left out', () => {
  const files = {
    'src/features/cart/pay.ts': `
      import type { Order } from '../orders/order.ts'
      export type { Line } from '../orders/line.ts'
      import { Button } from '#ui/button.tsx'
      import { db } from '#platform/database/db.ts'
      const later = () => import('./later.ts')`,
    'src/features/orders/order.ts': '',
    'src/features/orders/line.ts': '',
    'src/features/cart/later.ts': '',
    'src/ui/button.tsx': '',
    'src/platform/database/db.ts': '',
  }
  expect(findReach(['src/features/cart/pay.ts'], { read: read(files) })).toEqual(['src/features/cart/pay.ts'])
})

test('an excepted file is not followed, nor is one that does not exist', () => {
  const files = {
    'src/platform/auth/token.ts': `import { a } from './password.ts'\nimport { b } from './refresh.ts'\nimport './gone.ts'`,
    'src/platform/auth/password.ts': '',
    'src/platform/auth/refresh.ts': `import { c } from './rotate.ts'`,
    'src/platform/auth/rotate.ts': '',
  }
  const except = ['src/platform/auth/refresh.ts']
  expect(findReach(['src/platform/auth/token.ts'], { except, read: read(files) })).toEqual([
    'src/platform/auth/password.ts',
    'src/platform/auth/token.ts',
  ])
})
