import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { postgresProxy } from '#tests/fixtures/postgres-proxy.ts'
import { openDb } from './database/db.ts'
import { createLog } from './log.ts'
import { openSettings } from './settings.ts'

test('while the database is unreachable, the settings are read again once a second, however many changes are announced', async () => {
  await using real = await testDatabase()
  await using proxy = await postgresProxy(real.connectionString)
  const db = openDb({ connectionString: proxy.connectionString, log: createLog({ level: 'silent' }) })
  let announce: (table: string) => void = () => undefined
  let faults = 0
  const changes = {
    onChange: (listener: (table: string) => void) => {
      announce = listener
    },
    listening: () => true,
    close: async () => undefined,
  }
  const settings = await openSettings(db, changes, { onFresh: () => undefined, onFault: () => (faults += 1) })
  proxy.cut()
  for (let time = 0; time < 10; time += 1) announce('*')
  await pause(300)
  const first = faults
  await pause(2_500)
  expect(faults - first).toBeLessThanOrEqual(3)

  await real.asService((tx) =>
    tx
      .insertInto('private.settings')
      .values({ name: 'tests.word', value: JSON.stringify('kind') })
      .execute(),
  )
  proxy.resume()
  await expect.poll(() => settings.values().get('tests.word'), { timeout: 5_000 }).toBe('kind')
  await db.close()
})
