// @module-tag N10

import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { printReport, report } from '#tests/fixtures/report-lines.ts'
import { openBuyers } from './buyers.ts'
import { until } from './own-process.ts'
import { settled, shopWorld } from './shop-world.ts'

const purchases = 5
/** Open payment pages are checked every five minutes, once they are two minutes old. */
const findTimeoutMs = 480_000
const alertTimeoutMs = 300_000

afterAll(printReport)

/** Variables with which Debian's libfaketime sets a program's clock apart, and leaves its timers alone. */
function wrongClock(seconds: string): Record<string, string> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
  if (!library) throw new Error('This test needs the Debian package faketime')
  return { LD_PRELOAD: library, FAKETIME: seconds, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' }
}

/** Receives the webhooks of alerts. */
async function alertReceiver() {
  const alerts: { kind: string; reasons: string[] }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const bytes of request) text += bytes
    alerts.push(JSON.parse(text))
    response.writeHead(204).end()
  })
  const [port = 0] = await freePorts(1)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return { alerts, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
}

/** The number of orders that are paid. */
async function countPaid({ connectionString }: { connectionString: string }): Promise<number> {
  const paid = "select from public.pre_orders where provider_state = 'paid'"
  return (await onServer(connectionString, (client) => client.query(paid))).rows.length
}

test.concurrent.each([
  ['+600', 'ahead of'],
  ['-600', 'behind'],
])(
  'with a clock that is ten minutes wrong (%s s) no order is lost, and the owner gets an alert',
  async (seconds, word) => {
    await using database = await emptyDatabase()
    await using receiver = await alertReceiver()
    await using world = await shopWorld({
      DATABASE_URL: database.connectionString,
      ALERT_WEBHOOK: receiver.url,
      ...wrongClock(seconds),
    })
    const [port = 0] = await freePorts(1)
    const shop = await world.shop(port)
    world.stripe.webhookUrl = `${shop.url}/webhooks/stripe`
    const buyers = await openBuyers(shop.url, world.stripe)
    await buyers.buy(purchases, 2)
    const beganMs = performance.now()
    await until('the payments are found by asking', async () => (await countPaid(database)) === purchases, {
      timeoutMs: findTimeoutMs,
      everyMs: 2_000,
    })
    const outcome = await settled(world, { connectionString: database.connectionString, buyers })
    report(
      `clock ${seconds} s: orders of ${purchases} purchases, without Stripe's messages`,
      `${outcome.orders} after ${Math.round((performance.now() - beganMs) / 1_000)} s`,
    )
    expect(outcome).toEqual({ orders: purchases, sent: purchases, sentTwice: 0, violations: [] })
    expect(buyers.failures).toEqual([])
    await until('the alert comes', async () => receiver.alerts.some(({ kind }) => kind === 'clock'), {
      timeoutMs: alertTimeoutMs,
    })
    const reasons = receiver.alerts.find(({ kind }) => kind === 'clock')?.reasons
    expect(reasons).toEqual([
      `The server’s clock is 10 minutes ${word} the database’s.`,
      `The server’s clock is 10 minutes ${word} the payment provider’s.`,
    ])
  },
  1_200_000,
)
