import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemOf } from './send-picture.ts'
import { deleteProblem, saveProblem } from './write-product.ts'

test('every check of the table has its field and its words', () => {
  const table = readFileSync('db/migrations/public/0004_products.sql', 'utf8').split('create index')[0] ?? ''
  // A line of two spaces begins a column; a check without a name has the table's and the column's.
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

test('a slug that is taken is told at the slug, no answer as no answer, and the rest in the shop’s own words', () => {
  expect(saveProblem({ code: '23505', message: 'duplicate key' })).toMatchObject({ field: 'slug' })
  expect(saveProblem({ code: '', message: 'TypeError: Failed to fetch' })).toMatchObject({ isLost: true })
  expect(saveProblem({ code: 'XX000', message: 'The database could not answer' })).toEqual({
    words: 'The database could not answer',
  })
  expect(saveProblem({ code: '23514', message: "A picture must be one of the shop's own" }).field).toBe('pictures')
})

test('without a message from the server the general one is shown, and a delete says nothing of text that is kept', () => {
  expect(saveProblem({ code: '', message: 'TypeError: Failed to fetch' }).words).toMatch(/^Failed to save product\./)
  expect(saveProblem({ code: 'XX000', message: '' }).words).toBe('Failed to save product')
  expect(deleteProblem({ code: 'XX000', message: '' })).toBe('Failed to delete product')
  expect(deleteProblem({ code: '42501', message: 'permission denied' })).toBe('permission denied')
  const offline = deleteProblem({ code: '', message: 'TypeError: Failed to fetch' })
  expect(offline).toMatch(/^Failed to delete product\./)
  expect(offline).not.toMatch(/wrote|kept/)
})

test('what the storage says of an upload becomes words; one that is there already has arrived', () => {
  const answer = (code: string, status = 400) => ({ status, text: JSON.stringify({ code, message: 'Damaged.' }) })
  expect(problemOf({ status: 200, text: '{}' })).toBeNull()
  expect(problemOf(answer('ResourceAlreadyExists'))).toBeNull()
  expect(problemOf(answer('EntityTooLarge'))).toMatch(/limit is 10 MB/)
  expect(problemOf({ status: 413, text: '<html>' })).toMatch(/limit is 10 MB/)
  expect(problemOf(answer('InvalidMimeType'))).toBe('It can’t be used. Please save it as JPEG.')
  expect(problemOf(answer('SomethingElse'))).toBe('Damaged.')
  expect(problemOf({ status: 502, text: 'Bad gateway' })).toBe('The shop could not take it.')
})
