import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { divideConnections, openFew, smallestBudget } from './connections.ts'

/**
 * Ending a pool does not wait for its sockets, and the database is dropped by force: such an error is expected here.
 */
function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => undefined)
  return pool
}

test('a burst on a cold pool opens few connections at a time, and every call is served', async () => {
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

test('while no connection opens, a waiting caller gets an error in time, and a connection as soon as one opens', {
  tags: ['D10'],
}, async () => {
  await using db = await testDatabase()
  const pool = openPool({ connectionString: db.connectionString, max: 20 })
  const opening: (() => void)[] = []
  // Two connections that other callers open slowly.
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

test('when the database is unreachable, every caller gets the error at once, waiting callers too', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1, max: 20 })
  const connect = openFew(pool, 3_000)
  const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => connect()))
  expect(attempts.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(Array(30).fill('ECONNREFUSED'))
  await pool.end()
})

test.each([
  { total: 16, working: true, requests: 10 },
  { total: 16, working: false, requests: 11 },
  { total: smallestBudget, working: true, requests: 2 },
  { total: 200, working: true, requests: 194 },
])(
  'of $total connections $requests are for requests where working is $working, and all parts make the whole',
  (given) => {
    const budget = divideConnections(given.total, given)
    expect(budget.requests).toBe(given.requests)
    expect(Object.values(budget).reduce((sum, part) => sum + part, 0)).toBe(given.total)
  },
)

test('a program that runs no jobs listens on one connection alone', () => {
  expect(divideConnections(16, { working: false }).listening).toBe(1)
})
