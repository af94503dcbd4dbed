import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { openFew } from './open-few.ts'

/** A pool that is ended does not wait for its sockets, and the database is dropped by force: that is no error here. */
function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => undefined)
  return pool
}

test('a burst that meets a cold pool opens few connections at a time, and all of it is served', async () => {
  await using db = await testDatabase()
  const pool = openPool({ connectionString: db.connectionString, max: 12, connectionTimeoutMillis: 3_000 })
  let open = 0
  let mostOpening = 0
  pool.on('connect', () => (open += 1))
  const connect = openFew(pool, 3_000)
  const served = await Promise.all(
    Array.from({ length: 60 }, async (_, name) => {
      const client = await connect()
      mostOpening = Math.max(mostOpening, pool.totalCount - open)
      const { rows } = await client.query('select $1::int as name, pg_sleep(0.02)', [name])
      client.release()
      return rows[0].name
    }),
  )
  expect(served).toEqual(Array.from({ length: 60 }, (_, name) => name))
  expect(mostOpening).toBeLessThanOrEqual(2)
  expect(pool.totalCount).toBeLessThanOrEqual(12)
  await pool.end()
})

test('while nothing connects, whoever waits for a turn is told so in time, and has it as soon as something does', async () => {
  await using db = await testDatabase()
  const pool = openPool({ connectionString: db.connectionString, max: 20 })
  const opening: (() => void)[] = []
  // Two that are opened by others and take their time.
  pool.options.onConnect = () => new Promise<void>((opened) => (opening.length < 2 ? opening.push(opened) : opened()))
  const others = Array.from({ length: 2 }, () => pool.connect())
  const connect = openFew(pool, 300)
  await expect(connect()).rejects.toThrow('timeout exceeded when trying to connect')
  await expect.poll(() => opening.length).toBe(2)
  const inTime = connect()
  for (const opened of opening) opened()
  const first = await others[0]
  first?.release()
  ;(await inTime).release()
  for (const other of others.slice(1)) (await other).release()
  expect(pool.totalCount).toBeLessThanOrEqual(3)
  await pool.end()
})

test('where the database cannot be reached everybody is told at once, those who wait too', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1, max: 20 })
  const connect = openFew(pool, 3_000)
  const asked = await Promise.allSettled(Array.from({ length: 30 }, () => connect()))
  expect(asked.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(Array(30).fill('ECONNREFUSED'))
  await pool.end()
})
