import { createClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { printReport, report } from '#tests/fixtures/report-lines.ts'
import { openBuyers } from './buyers.ts'
import { until } from './own-process.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { owner, settled, shopWorld } from './shop-world.ts'

const purchases = 40
const poolSize = 4

afterAll(printReport)

test(`two programs of the shop buy, sign in and see each other's changes over ${poolSize} connections of PgBouncer`, async () => {
  await using database = await emptyDatabase()
  await using pooler = await startPgBouncer(database.connectionString, { poolSize })
  await using world = await shopWorld({
    DATABASE_URL: pooler.connectionString,
    DATABASE_LISTEN_URL: database.connectionString,
  })
  const [first = 0, second = 0] = await freePorts(2)
  const shop = await world.shop(first)
  const other = await world.shop(second)
  world.stripe.webhookUrl = `${other.url}/webhooks/stripe`

  const buyers = await openBuyers(shop.url, world.stripe)
  await buyers.buy(purchases, 10)
  const outcome = await settled(world, { connectionString: database.connectionString, buyers })
  expect(outcome).toEqual({ orders: purchases, sent: purchases, sentTwice: 0, violations: [] })
  expect(buyers.failures).toEqual([])

  const pageOf = async (url: string) => (await fetch(`${url}/shop`)).text()
  const key = /name="backend-key" content="([^"]+)"/.exec(await pageOf(shop.url))?.[1] ?? ''
  const client = createClient(shop.url, key, { auth: { persistSession: false } })
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull()
  const name = 'A name that the owner has just given'
  const { data } = await client.from('products').select('id').eq('active', true).limit(1).single()
  const changed = await client.from('products').update({ name }).eq('id', data?.id)
  expect(changed.error).toBeNull()
  await until('the second program shows it', async () => (await pageOf(other.url)).includes(name), { timeoutMs: 3_000 })

  const [clients, servers] = [await pooler.clientConnections(), await pooler.serverConnections()]
  report('PgBouncer: purchases of two programs', `${outcome.orders} of ${purchases}, ${buyers.failures.length} errors`)
  report('PgBouncer: connections of the programs, and of PostgreSQL', `${clients}, at most ${servers}`)
  expect(servers).toBeLessThanOrEqual(poolSize)
  expect(await pooler.output()).not.toMatch(/unsupported|ERROR/)
})

test('the limits of a transaction reach PostgreSQL through PgBouncer, and do not stay on its connection', async () => {
  await using database = await testDatabase()
  await using pooler = await startPgBouncer(database.connectionString, { poolSize: 1 })
  const db = openDb({
    connectionString: pooler.connectionString,
    log: createLog({ level: 'silent' }),
    maxConnections: 2,
  })
  const read = sql<{
    limits: string[]
  }>`select array[current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout'), current_setting('timezone')] as limits`
  try {
    const within = await db.asService((tx) => read.execute(tx))
    expect(within.rows[0]?.limits).toEqual(['5s', '3s', '10s', 'UTC'])
    await expect(db.asService((tx) => sql`select pg_sleep(6)`.execute(tx))).rejects.toMatchObject({ code: '57014' })
    const after = await read.execute(db.owner)
    expect(after.rows[0]?.limits.slice(0, 3)).toEqual(['0', '0', '0'])
  } finally {
    await db.close()
  }
})

test('reads of one round trip through PgBouncer are each answered under their own role, also beside failing ones', {
  tags: ['S10'],
}, async () => {
  await using database = await testDatabase()
  await using pooler = await startPgBouncer(database.connectionString, { poolSize: 2 })
  const db = openDb({
    connectionString: pooler.connectionString,
    log: createLog({ level: 'silent' }),
    maxConnections: 6,
  })
  const own = "select current_user::text as role, current_setting('request.jwt.claims')::json ->> 'sub' as sub"
  const broken = ['select 1 / 0', 'select wrong', 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)']
  const bare =
    "select current_user = session_user as same, coalesce(current_setting('request.jwt.claims', true), '') as claims"
  async function readOne(index: number): Promise<void> {
    const claims = { role: index % 2 ? ('anon' as const) : ('authenticated' as const), sub: `caller-${index}` }
    const text = index % 7 === 0 ? (broken[index % 3] ?? '') : own
    if (index % 11 === 0) expect((await db.pool.query(bare)).rows).toEqual([{ same: true, claims: '' }])
    else if (text === own) expect(await db.readAs(claims, { text, params: [] })).toEqual([claims])
    else await expect(db.readAs(claims, { text, params: [] })).rejects.toThrow()
  }
  try {
    for (let first = 0; first < 300; first += 30) {
      await Promise.all(Array.from({ length: 30 }, (_, index) => readOne(first + index)))
    }
  } finally {
    await db.close()
  }
})
