import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { checkReplica } from '#app/doctor/check-replica.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { startReplicaPair } from '#tests/fixtures/replica-pair.ts'
import { printReport, report } from '#tests/fixtures/report-lines.ts'
import { until } from './own-process.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { owner, readMetric, shopWorld } from './shop-world.ts'

afterAll(printReport)

test('two programs read a replica through PgBouncer: the owner sees her change in a second, and its end costs no visitor an error', async () => {
  await using pair = await startReplicaPair()
  await using pooler = await startPgBouncer(pair.replica, { poolSize: 2 })
  await using world = await shopWorld({
    DATABASE_URL: pair.primary,
    DATABASE_READ_URL: pooler.connectionString,
  })
  const [first = 0, second = 0] = await freePorts(2)
  const shop = await world.shop(first)
  const other = await world.shop(second)
  const isUsed = async () =>
    (await readMetric(shop.url, 'replica_used')) === 1 && (await readMetric(other.url, 'replica_used')) === 1
  await until('both read the replica', isUsed)
  expect(await readMetric(shop.url, 'replica_lag_seconds')).toBeLessThan(1)
  expect(await checkReplica(pair.primary, pooler.connectionString)).toMatchObject([{ check: 'replica', state: 'ok' }])

  const foreign = pair.replica.replace(/\/shop$/, '/postgres')
  expect(await checkReplica(pair.primary, foreign)).toMatchObject([{ state: 'error' }])
  expect(await checkReplica(pair.primary, pair.primary)).toMatchObject([{ state: 'warning' }])

  const page = async (url: string) => (await fetch(`${url}/shop`)).text()
  const key = /name="backend-key" content="([^"]+)"/.exec(await page(shop.url))?.[1] ?? ''
  const client = createClient(shop.url, key, { auth: { persistSession: false } })
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull()
  const visitor = createClient(other.url, key, { auth: { persistSession: false } })
  const { data } = await visitor.from('products').select('id').eq('active', true).limit(1).single()
  await until('a visitor’s read came from the replica', async () => {
    await visitor.from('products').select('id')
    return (await readMetric(other.url, 'visitor_reads{name="replica"}')) > 0
  })

  await pair.pause()
  const name = 'A name that the owner has just given'
  expect((await client.from('products').update({ name }).eq('id', data?.id)).error).toBeNull()
  const [changed] = (await client.from('products').select('name').eq('id', data?.id)).data ?? []
  expect(changed?.name).toBe(name)
  for (const { url } of [shop, other]) {
    await until('a page shows it', async () => (await page(url)).includes(name), { timeoutMs: 1_000, everyMs: 20 })
  }
  await pair.resume()
  await until('both read the replica again', isUsed)

  const fromReplica = () => readMetric(other.url, 'visitor_reads{name="replica"}')
  const readBefore = await fromReplica()
  let isOver = false
  const answers = { visits: 0, failures: [] as string[] }
  async function visit(url: string): Promise<void> {
    const { error, status } = await createClient(url, key).from('products').select('id,name,price').limit(5)
    answers.visits += 1
    if (error) answers.failures.push(`${status} ${error.message}`)
    const response = await fetch(`${url}/shop?utm_source=${answers.visits}&q=${answers.visits % 7}`)
    answers.visits += 1
    if (!response.ok) answers.failures.push(`${response.status} of the page`)
    await response.text()
  }
  const visitors = [shop.url, other.url].map(async (url) => {
    while (!isOver) await visit(url)
  })
  await until('the visitors read the replica', async () => (await fromReplica()) > readBefore + 10)
  await pair.killReplica()
  await until('none reads the replica', async () => !(await isUsed()))
  await pause(2_000)
  await pair.startReplica()
  await until('both read the replica once more', isUsed)
  const readAgain = await fromReplica()
  await until('they read it again', async () => (await fromReplica()) > readAgain + 10)
  isOver = true
  await Promise.all(visitors)
  report('a replica killed under visitors: responses, errors', `${answers.visits}, ${answers.failures.length}`)
  expect(answers.failures).toEqual([])
  await pair.pause()
  await client
    .from('products')
    .update({ name: `${name}, again` })
    .eq('id', data?.id)
  expect(await checkReplica(pair.primary, pair.replica)).toMatchObject([{ check: 'replica', state: 'warning' }])
  await pair.resume()
})
