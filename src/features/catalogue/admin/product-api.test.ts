import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deleteProblem, howManyWait, inWhichSizes, saveProblem, type WaitlistCount } from './product-api.ts'

test('every check constraint of the table has a field and a message', () => {
  const table = readFileSync('db/migrations/public/0004_products.sql', 'utf8').split('create index')[0] ?? ''
  // Two spaces at the start of a line begin a column; a check without a name gets one from the table and the column.
  const checks = table.split(/\n(?= {2}\w)/).flatMap((definition) => {
    const column = /^ {2}(\w+) /.exec(definition)?.[1]
    const named = [...definition.matchAll(/(?:constraint (\w+)\s+)?check \(/g)]
    return named.map(([, name = `products_${column}_check`]) => name)
  })
  expect(checks).toEqual(
    expect.arrayContaining(['products_price_check', 'products_slug_format', 'products_sizes_valid']),
  )
  for (const name of checks) {
    const refused = { code: '23514', message: `new row for relation "products" violates check constraint "${name}"` }
    expect(saveProblem(refused).field, name).toBeDefined()
  }
})

test('a taken slug has its message at the slug, a lost response says so, and other errors have the shop’s messages', () => {
  expect(saveProblem({ code: '23505', message: 'duplicate key' })).toMatchObject({ field: 'slug' })
  expect(saveProblem({ code: '', message: 'TypeError: Failed to fetch' })).toMatchObject({ isLost: true })
  expect(saveProblem({ code: 'XX000', message: 'The database could not answer' })).toEqual({
    words: 'The database could not answer',
  })
  expect(saveProblem({ code: '23514', message: "A picture must be one of the shop's own" }).field).toBe('pictures')
})

test('an error without a message shows the general one, and a failed delete does not mention kept text', () => {
  expect(saveProblem({ code: '', message: 'TypeError: Failed to fetch' }).words).toMatch(/^Failed to save product\./)
  expect(saveProblem({ code: 'XX000', message: '' }).words).toBe('Failed to save product')
  expect(deleteProblem({ code: 'XX000', message: '' })).toBe('Failed to delete product')
  expect(deleteProblem({ code: '42501', message: 'permission denied' })).toBe('permission denied')
  const offline = deleteProblem({ code: '', message: 'TypeError: Failed to fetch' })
  expect(offline).toMatch(/^Failed to delete product\./)
  expect(offline).not.toMatch(/wrote|kept/)
})

const count = (size: string | null, waiting: number): WaitlistCount => ({ product_id: 'mary', size, waiting })

test('waiting customers are counted in a sentence, and by size in the product’s order', () => {
  expect(howManyWait([])).toBe('')
  expect(howManyWait([count('8-10', 1)])).toBe('One customer is waiting')
  const counts = [count(null, 3), count('6-8', 1), count('10-12', 2), count('8-10', 1)]
  expect(howManyWait(counts)).toBe('7 customers are waiting')
  expect(inWhichSizes(counts, ['8-10', '10-12'])).toBe('8-10, 10-12 (2), 6-8, any size (3)')
})
