import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { createLog } from '../log.ts'
import { listenForChanges } from './changes.ts'
import { openClock } from './clock.ts'

const log = createLog({ level: 'silent' })

test('a committed change of a product is received with its table’s name, a rolled-back one is not', async () => {
  await using db = await testDatabase()
  const changes = await listenForChanges({ connectionString: db.connectionString, db, log })
  const received: string[] = []
  changes.onChange((table) => received.push(table))
  await db
    .asService(async (tx) => {
      await tx
        .insertInto('products')
        .values({ name: 'Never', slug: 'never', price: pounds(1) })
        .execute()
      throw new Error('no')
    })
    .catch(() => undefined)
  await db.product()
  // The notification of the change that made it public.
  await expect.poll(() => received).toEqual(['products', 'product_availability'])
  await changes.close()
})

test('while the connection is cut, cached values are not trusted, and once it is back everything is read again', {
  tags: ['D3'],
}, async () => {
  await using db = await testDatabase()
  const changes = await listenForChanges({ connectionString: db.connectionString, db, log })
  const received: string[] = []
  changes.onChange((table) => received.push(`${table} ${changes.listening()}`))
  await db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shop-changes' and datname = current_database()",
  )
  await expect.poll(() => received).toEqual(['* false', '* true'])
  await db.product()
  await expect.poll(() => received).toContain('products true')
  await changes.close()
})

test('the clock is the database’s, and follows when a rehearsal moves it forward', async () => {
  await using db = await testDatabase()
  const changes = await listenForChanges({ connectionString: db.connectionString, db, log })
  let fresh = 0
  const onFault = (error: unknown) => expect.fail(String(error))
  const clock = await openClock(db, changes, { onFresh: () => (fresh += 1), onFault })
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  await db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '3 days' }).execute())
  await expect.poll(() => fresh).toBe(1)
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
  clock.stop()
  await changes.close()
})
