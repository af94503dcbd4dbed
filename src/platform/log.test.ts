import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { causeOf, loggedError } from './log.ts'

test('a database error about a refused row is logged without the row’s values', async () => {
  await using db = await testDatabase()
  const order = await db.order({ customer_email: 'ruth@example.com', customer_name: 'Ruth Moab' })
  const refused = await db
    .asService((tx) =>
      tx.updateTable('pre_orders').set({ shipping_country: 'gb' }).where('id', '=', order.id).execute(),
    )
    .catch((error: Error) => error)
  const logged = loggedError(new Error('It could not be kept', { cause: refused }))
  expect(JSON.stringify(logged)).not.toMatch(/ruth/i)
  expect(logged).toMatchObject({
    message: expect.stringContaining('It could not be kept'),
    cause: { code: '23514', constraint: 'pre_orders_shipping_country_check' },
  })
  for (const thrown of ['a text', null, undefined, 5]) expect(loggedError(thrown)).toBe(thrown)
})

test('the cause of an error is named, and of several addresses that refuse each', () => {
  expect(causeOf(new Error('it failed'))).toBe('it failed')
  expect(causeOf(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))).toBe(
    'connect ECONNREFUSED',
  )
  const both = ['connect ECONNREFUSED ::1:9', 'connect ECONNREFUSED 127.0.0.1:9'].map((message) => new Error(message))
  expect(causeOf(new AggregateError(both))).toBe('connect ECONNREFUSED ::1:9; connect ECONNREFUSED 127.0.0.1:9')
  expect(causeOf(new TypeError('fetch failed', { cause: new AggregateError(both) }))).toContain('::1:9; connect')
})
