import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { loggedError } from './log.ts'

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
