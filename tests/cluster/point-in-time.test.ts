import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { onServer } from '#tests/fixtures/database-server.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { printReport, report, seconds } from '#tests/fixtures/report-lines.ts'
import { openBuyers } from './buyers.ts'
import { startDebianMachine } from './debian-machine.ts'
import { until } from './own-process.ts'
import { readPageCommands } from './page-commands.ts'
import { owner, settled, shopWorld } from './shop-world.ts'

const page = 'docs/operating/point-in-time-recovery.md'
const [before, after] = [6, 3]

afterAll(printReport)

test('the commands of the page bring back every order until a moment and none after it, and the shop sells on', async () => {
  const commands = await readPageCommands(page)
  await using machine = await startDebianMachine()
  const { connectionString } = machine
  await using world = await shopWorld({ DATABASE_URL: connectionString })
  const env = { ...world.env, BACKUP_KEY: 'a key of the tests' }
  const run = (block: string) => machine.run(block.replace('pg1-port=5432', `pg1-port=${machine.port}`), env)
  for (const block of commands.under('Set up')) await run(block)

  // Orders before the moment, and an e-mail that waits at the moment.
  const [port = 0] = await freePorts(1)
  const shop = await world.shop(port)
  world.stripe.webhookUrl = `${shop.url}/webhooks/stripe`
  const buyers = await openBuyers(shop.url, world.stripe)
  await buyers.buy(before, 4)
  const sold = await settled(world, { connectionString, buyers })
  expect(sold).toEqual({ orders: before, sent: before, sentTwice: 0, violations: [] })
  await query(connectionString, waitingEmail)
  const waiting = await query<{ id: string }>(connectionString, waitingEmails)
  await query(
    connectionString,
    `insert into private.suppressions values ('of one who complains later', 'unsubscribed')`,
  )
  const kept = await readShop(connectionString)
  const [{ moment = '' } = {}] = await query<{ moment: string }>(connectionString, now)

  // Orders after it, objections, and the mistake.
  await buyers.buy(after, 4)
  expect((await settled(world, { connectionString, buyers })).orders).toBe(before + after)
  await query(connectionString, `insert into private.suppressions values ('of one who objected', 'unsubscribed')`)
  await query(
    connectionString,
    `update private.suppressions set reason = 'complaint' where address_hash like '%complains later'`,
  )
  await query(connectionString, 'delete from public.products')
  await query(connectionString, 'delete from public.pre_orders where provider_state = $1', ['paid'])
  expect(await readShop(connectionString)).toEqual([])
  const seen = await run(commands.under('See that it works').join('\n').replace('doctor', 'doctor || true'))
  expect(seen).toMatch(/✓ archiving: .*status: ok/s)
  await shop.stop()

  const beganMs = performance.now()
  const steps = commands.under('Go back to a moment')
  for (const step of steps) {
    const printed = await run(step.replaceAll(/MOMENT='.*'/g, `MOMENT='${moment}'`))
    if (step.includes('db recovered'))
      expect(printed).toMatch(new RegExp(`E-mails held: ${waiting.length}\\..*an order could be placed`, 's'))
  }
  expect(await machine.services()).toEqual(['stop shop@* shop-worker', 'start shop@3000 shop@3001'])
  report('recovery to a moment, from the first command to the last', seconds(performance.now() - beganMs))
  expect(await readShop(connectionString)).toEqual(kept)
  expect(waiting.length).toBeGreaterThan(0)
  expect(await query(connectionString, waitingEmails)).toEqual([])
  const objections = await query(connectionString, 'select reason from private.suppressions order by reason')
  expect(objections).toEqual([{ reason: 'complaint' }, { reason: 'unsubscribed' }])

  // The shop sells, and the owner recreates the orders that were paid after the moment.
  const confirmations = () => world.smtp.received.filter(({ to }) => to.includes('shopper@example.com')).length
  const sentBefore = confirmations()
  const again = await world.shop(port)
  await buyers.buy(1, 1)
  const recreated = await recreateOrders(again.url)
  const end = await settled(world, { connectionString, buyers })
  expect(end).toMatchObject({ orders: before + after + 1, violations: [] })
  expect(recreated).toBe(after)
  expect(confirmations() - sentBefore).toBe(after + 1)
  report('orders until the moment, recreated, sold afterwards', `${before}, ${recreated}, 1`)
})

const now = `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment`

const waitingEmail = `update private.outbox set state = 'waiting', sent_at = null, next_attempt_at = now() + interval '1 day'
  where id = (select id from private.outbox where kind <> 'order_confirmation' limit 1)`

const waitingEmails = `select id from private.outbox where state in ('waiting', 'sending')`

/** Orders and products, by what a customer sees of them. */
function readShop(connectionString: string): Promise<object[]> {
  return query(
    connectionString,
    `select order_number as name, provider_state as state, final_amount::text as price from public.pre_orders
       where provider_state = 'paid'
     union all select name, active::text, price::text from public.products order by 1, 2, 3`,
  )
}

function query<T extends object>(connectionString: string, text: string, values: string[] = []): Promise<T[]> {
  return onServer(connectionString, async (client) => {
    await client.query('set role service_role')
    return (await client.query(text, values)).rows as T[]
  })
}

/** What the owner does at /admin/money: checks, and recreates each missing order. Returns their number. */
async function recreateOrders(url: string): Promise<number> {
  const key = /name="backend-key" content="([^"]+)"/.exec(await (await fetch(`${url}/shop`)).text())?.[1] ?? ''
  const client = createClient(url, key, { auth: { persistSession: false } })
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull()
  type Money = { running: boolean; last_run: object | null; discrepancies: { id: string; kind: string }[] }
  const read = async () => (await client.functions.invoke('money', { method: 'GET' })).data as Money
  await client.functions.invoke('money-run', { method: 'POST', body: {} })
  await until('the comparison is over', async () => !(await read()).running)
  const missing = (await read()).discrepancies
  expect(new Set(missing.map(({ kind }) => kind))).toEqual(new Set(['paid_without_order']))
  for (const { id } of missing) {
    const repaired = await client.functions.invoke('repair-discrepancy', { body: { id, action: 'rebuild' } })
    expect(repaired.data).toEqual({ id, resolved: true })
  }
  return missing.length
}
