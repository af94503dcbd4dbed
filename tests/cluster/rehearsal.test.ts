import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { MoneyResponse } from '#features/payments/reconciliation/money-response.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { printReport, report, seconds } from '#tests/fixtures/report-lines.ts'
import { type Failure, openBuyers } from './buyers.ts'
import { startHaProxy } from './haproxy.ts'
import { until } from './own-process.ts'
import { startPatroni } from './patroni.ts'
import { owner, settled, shopWorld } from './shop-world.ts'

const orders = 1_000
const ordersPerSecond = 4
const shoppers = 10_000
const shoppersPerSecond = 40
const killProgramAfterMs = 60_000
/** How long the end of a killed process takes on a busy machine: a request that began then may have reached it. */
const endingMs = 500
const killPrimaryAfterMs = 60_000

afterAll(printReport)

test(`a launch with ${shoppers} shoppers loses none of ${orders} orders when a program and then the primary die`, async () => {
  await using cluster = await startPatroni()
  await using world = await shopWorld({ DATABASE_URL: cluster.connectionString })
  const ports = await freePorts(2)
  const [first, second] = [await world.shop(ports[0] ?? 0), await world.shop(ports[1] ?? 0)]
  const backends = ports.map((port, index) => ({ name: `shop${index + 1}`, port }))
  await using proxy = await startHaProxy([{ kind: 'shop', backends }])
  const url = `http://127.0.0.1:${proxy.ports[0]}`
  world.stripe.webhookUrl = `${url}/webhooks/stripe`
  await until('HAProxy finds the programs', async () => (await fetch(`${url}/shop`)).ok)
  const buyers = await openBuyers(url, world.stripe)

  const beganMs = performance.now()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const browsing = buyers.browse(shoppersPerSecond, over.signal)
  const buying = buyers.buy(orders, ordersPerSecond)
  await pause(killProgramAfterMs)
  process.kill(first.pid, 'SIGKILL')
  const programKilledMs = performance.now()
  await first.ended
  await world.shop(ports[0] ?? 0)
  await pause(killPrimaryAfterMs)
  const primary = (await cluster.leader()) ?? ''
  cluster.killNode(primary)
  const primaryKilledMs = performance.now()
  await until('there is another primary', async () => ![null, primary].includes(await cluster.leader()))
  await cluster.startNode(primary)
  await buying
  await pause(Math.max(0, (shoppers / shoppersPerSecond + 1) * 1_000 - (performance.now() - beganMs)))
  over.abort()
  const visits = await browsing

  const outcome = await settled(world, { connectionString: cluster.connectionString, buyers })
  const money = await moneyPage(second.url)
  const gapMs = Math.min(
    ...buyers.given.flatMap((each) => (each.beganMs > primaryKilledMs ? [each.endedMs - primaryKilledMs] : [])),
  )
  const unexplained = buyers.failures.filter((failure) => {
    const hasNoPrimary = isDuring(failure, primaryKilledMs, primaryKilledMs + gapMs)
    return !hasNoPrimary && !isDuring(failure, programKilledMs, programKilledMs + endingMs)
  })
  report('shoppers', `${visits}, ${shoppersPerSecond} a second`)
  report('orders', `${buyers.paid.length} paid, ${outcome.orders} in the shop`)
  report('confirmations that left, and left twice', `${outcome.sent}, ${outcome.sentTwice}`)
  report('lost, doubled or wrong', `${outcome.violations.length}`)
  report('the money page after a reconciliation', `${money.discrepancies.length} problems`)
  report('customers buy again after the primary died', seconds(gapMs))
  report(
    'failed while there was no primary, or in flight on the killed program',
    `${buyers.failures.length - unexplained.length}`,
  )
  report('failed otherwise', `${unexplained.length}`)
  report('longest response', seconds(buyers.longestMs))
  expect(outcome.violations).toEqual([])
  expect([buyers.paid.length, outcome.orders, outcome.sent]).toEqual([orders, orders, orders])
  expect([money.waiting, money.discrepancies]).toEqual([0, []])
  expect(visits).toBeGreaterThanOrEqual(shoppers)
  expect(gapMs).toBeLessThan(30_000)
  expect(unexplained).toEqual([])
}, 1_200_000)

/** Whether a failed request was in progress between the two times. */
function isDuring({ beganMs, endedMs }: Failure, fromMs: number, untilMs: number): boolean {
  return beganMs <= untilMs && endedMs >= fromMs
}

/** The owner's money page after a reconciliation that she requests. */
async function moneyPage(url: string): Promise<MoneyResponse> {
  const key = /name="backend-key" content="([^"]+)"/.exec(await (await fetch(`${url}/shop`)).text())?.[1] ?? ''
  const client = createClient(url, key, { auth: { persistSession: false } })
  const { data } = await client.auth.signInWithPassword(owner)
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` }
  const run = await fetch(`${url}/functions/v1/money-run`, { method: 'POST', headers })
  if (!run.ok) throw new Error(`No reconciliation: ${run.status} ${await run.text()}`)
  let money: MoneyResponse | undefined
  await until(
    'the reconciliation ends',
    async () => {
      money = (await (await fetch(`${url}/functions/v1/money`, { headers })).json()) as MoneyResponse
      return !money.running && money.last_run !== null
    },
    { timeoutMs: 180_000, everyMs: 2_000 },
  )
  if (!money) throw new Error('The money page was not read')
  return money
}
