import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReplicaPair, startReplicaPair } from '#tests/fixtures/replica-pair.ts'
import { type ReplicaShop, replicaShop } from '#tests/fixtures/replica-shop.ts'
import { anonymous, service } from '../claims.ts'
import { migrate } from '../migrate.ts'
import { openReplicaPool } from './replica-pool.ts'

const within = { timeout: 15_000, interval: 20 }

let pair: ReplicaPair
beforeAll(async () => {
  pair = await startReplicaPair()
  await migrate(pair.primary, 'db/migrations')
  await pair.caughtUp()
})
afterAll(() => pair[Symbol.asyncDispose]())

async function usedBy(shop: ReplicaShop): Promise<void> {
  await expect.poll(() => shop.replica.state().isUsed, within).toBe(true)
}

test('a visitor’s page and reads come from the replica; what anyone signed in reads and writes does not', async () => {
  await using shop = await replicaShop(pair)
  const product = await shop.product({ name: 'Ruth Skirt' })
  await pair.caughtUp()
  await usedBy(shop)
  const before = shop.replica.state()
  await expect
    .poll(async () => (await shop.readAs('anon')) && shop.replica.state().fromReplica, within)
    .toBeGreaterThan(0)
  expect(await shop.page()).toContain('Ruth Skirt')

  const customer = await shop.user()
  const owner = await shop.user({ admin: true })
  const read = shop.replica.state().fromReplica
  for (const claims of [customer.claims, owner.claims, { ...anonymous, sub: customer.claims.sub ?? '' }, service]) {
    expect(await shop.readAs(claims)).toContain('Ruth Skirt')
  }
  expect(shop.replica.state().fromReplica).toBe(read)
  expect(before.isUsed).toBe(true)

  await pair.pause()
  for (const name of ['Ruth Skirt, long', 'Ruth Skirt, longer']) {
    expect(await shop.rename(owner.claims, product.id, name)).toBe(204)
    expect(await shop.readAs(owner.claims)).toContain(name)
  }
  await pair.resume()
})

test('a page is cached only with every change in it, though the replica has not replayed that change', async () => {
  await using shop = await replicaShop(pair)
  const owner = await shop.user({ admin: true })
  const product = await shop.product({ name: 'Name 0' })
  await pair.caughtUp()
  await usedBy(shop)
  let fromPrimary = 0
  for (let change = 1; change <= 8; change += 1) {
    // Shorter than the lag that is allowed, so that only the change's own position keeps the replica from being read.
    await pair.pause()
    const name = `Name ${change}`
    const generation = shop.cache.generation()
    const before = shop.replica.state().fromPrimary
    await shop.rename(owner.claims, product.id, name)
    await expect.poll(() => shop.cache.generation(), within).toBeGreaterThan(generation)
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await shop.page(), `visit ${visit} after change ${change}`).toContain(name)
      expect(shop.cachedPage() ?? name).toContain(name)
    }
    expect(shop.cachedPage()).toContain(name)
    fromPrimary += Number(shop.replica.state().fromPrimary > before)
    await pair.resume()
    await pair.caughtUp()
    await usedBy(shop)
  }
  expect(fromPrimary, 'changes after which the page was read from the primary').toBe(8)
})

test('visitors never read what is older than a second: the replica rests while it lags and is used again later', async () => {
  await using shop = await replicaShop(pair)
  await shop.product({ name: 'Before' })
  await pair.caughtUp()
  await usedBy(shop)
  await pair.pause()
  const pausedMs = performance.now()
  await shop.product({ name: 'Meanwhile' })
  await expect.poll(() => shop.replica.state().isUsed, within).toBe(false)
  expect(performance.now() - pausedMs).toBeLessThan(4_000)
  expect(shop.replica.state().lagSeconds).toBeGreaterThan(1)
  const { fromReplica } = shop.replica.state()
  expect(await shop.readAs('anon')).toContain('Meanwhile')
  expect(shop.replica.state().fromReplica).toBe(fromReplica)
  await pair.resume()
  await usedBy(shop)
  expect(shop.replica.state().lagSeconds).toBeLessThan(1)
  const logged = shop.logged()
  expect(logged).toContain('the read replica is not used: the primary serves its reads: it lags')
  const isUsed = logged.map((line) => line === 'the read replica is used')
  expect(isUsed, 'one line for each change').toEqual(isUsed.map((_, index) => index % 2 === 0))
})

test('a replica that is killed, or stops without a word, costs no visitor an error, and is used again', async () => {
  await using shop = await replicaShop(pair)
  await shop.product({ name: 'Ruth Skirt' })
  await pair.caughtUp()
  await usedBy(shop)
  const visiting = shop.visit()
  await expect.poll(() => shop.replica.state().fromReplica, within).toBeGreaterThan(10)
  await pair.killReplica()
  await expect.poll(() => shop.replica.state().isUsed, within).toBe(false)
  await pair.startReplica()
  await usedBy(shop)
  const thaw = await pair.freezeReplica()
  await expect.poll(() => shop.replica.state().isUsed, within).toBe(false)
  thaw()
  await usedBy(shop)
  const { visits, failures, longestMs } = await visiting.end()
  expect(failures).toEqual([])
  expect(visits).toBeGreaterThan(50)
  expect(longestMs).toBeLessThan(6_000)
})

test('while changes are not heard, visitors read the primary', async () => {
  await using shop = await replicaShop(pair, { listening: () => false })
  await shop.product({ name: 'Ruth Skirt' })
  await pair.caughtUp()
  await usedBy(shop)
  expect(await shop.readAs('anon')).toContain('Ruth Skirt')
  expect(shop.replica.state()).toMatchObject({ fromReplica: 0, fromPrimary: 1 })
})

test('nothing is written through the pool of the replica, also where it leads to the primary', async () => {
  const insert = (tx: Parameters<Parameters<ReplicaShop['db']['as']>[1]>[0]) =>
    tx.insertInto('products').values({ name: 'No', slug: 'no', price: 1 }).execute()
  const onReplica = openReplicaPool(pair.replica, 3)
  const onPrimary = openReplicaPool(pair.primary, 3)
  try {
    await expect(onReplica.read(service, insert, { needed: 0n })).rejects.toMatchObject({ code: '25006' })
    expect(await onPrimary.read(service, insert, { needed: 0n })).toBeNull()
    expect(await onReplica.read(anonymous, async () => 'read', { needed: 0n })).toEqual({ value: 'read' })
    expect(await onReplica.read(anonymous, async () => 'read', { needed: 1n << 60n }), 'not replayed').toBeNull()
    expect(await pair.onPrimary('select datname from pg_database')).not.toEqual([])
  } finally {
    await Promise.all([onReplica.close(), onPrimary.close()])
  }
})

test('what a visitor got wrong costs no connection to the replica', async () => {
  const pool = openReplicaPool(pair.replica, 2)
  const processId = () =>
    pool.read(anonymous, async (tx) => (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(tx)).rows[0], {
      needed: 0n,
    })
  try {
    const before = await processId()
    const wrong = (tx: Parameters<Parameters<ReplicaShop['db']['as']>[1]>[0]) => sql`select 'x'::int`.execute(tx)
    await expect(pool.read(anonymous, wrong, { needed: 0n })).rejects.toMatchObject({ code: '22P02' })
    expect(await processId()).toEqual(before)
  } finally {
    await pool.close()
  }
})

test('another database, a server that takes writes itself, or a login that is no visitor’s is not read', async () => {
  await pair.onPrimary('create role stranger login')
  await pair.caughtUp()
  const addresses: [string, RegExp][] = [
    [pair.replica.replace(/\/shop$/, '/postgres'), /it is no replica/],
    [pair.primary, /it is no replica/],
    [pair.replica.replace('shop_owner:owner', 'stranger:stranger'), /permission denied to set role/],
  ]
  for (const [address, why] of addresses) {
    await using shop = await replicaShop({ ...pair, replica: address })
    await shop.product({ name: 'Ruth Skirt' })
    await expect.poll(() => shop.logged(), within).toHaveLength(1)
    expect(shop.logged()[0]).toMatch(why)
    expect(await shop.readAs('anon')).toContain('Ruth Skirt')
    expect(shop.replica.state()).toMatchObject({ isUsed: false, fromReplica: 0 })
  }
})

// The last one: the pair is none afterwards.
test('a replica that becomes a primary is not read any more', async () => {
  await using shop = await replicaShop(pair)
  await pair.caughtUp()
  await usedBy(shop)
  await pair.onReplica('select pg_promote()')
  await expect.poll(() => shop.replica.state().isUsed, within).toBe(false)
  expect(shop.logged().at(-1)).toMatch(/it takes writes itself/)
})
