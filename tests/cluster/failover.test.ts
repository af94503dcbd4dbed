import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { printReport, report, seconds } from '#tests/fixtures/report-lines.ts'
import { openBuyers } from './buyers.ts'
import { until } from './own-process.ts'
import { startPatroni } from './patroni.ts'
import { settled, shopWorld } from './shop-world.ts'

const purchases = 500
const perSecond = 4
const killAfterMs = 50_000

afterAll(printReport)

test(`of ${purchases} purchases none is lost or doubled when the primary dies, and customers buy again within 30 s`, async () => {
  await using cluster = await startPatroni()
  await using world = await shopWorld({ DATABASE_URL: cluster.connectionString })
  const [first = 0, second = 0] = await freePorts(2)
  const shop = await world.shop(first)
  const other = await world.shop(second)
  world.stripe.webhookUrl = `http://127.0.0.1:${second}/webhooks/stripe`
  const buyers = await openBuyers(shop.url, world.stripe)
  const others = await openBuyers(other.url, world.stripe)
  const visitors = await openBuyers(other.url, world.stripe)

  const over = new AbortController()
  onTestFinished(() => over.abort())
  const browsing = visitors.browse(5, over.signal)
  const buying = Promise.all([buyers.buy(purchases / 2, perSecond / 2), others.buy(purchases / 2, perSecond / 2)])
  await pause(killAfterMs)
  const primary = (await cluster.leader()) ?? ''
  cluster.killNode(primary)
  const killedMs = performance.now()
  await until('there is another primary', async () => ![null, primary].includes(await cluster.leader()))
  const promotedMs = performance.now()
  await cluster.startNode(primary)
  await until('the killed node is a replica again', () => cluster.isStreaming(primary), { timeoutMs: 120_000 })
  const rejoinedMs = performance.now()
  await buying
  over.abort()
  const visits = await browsing

  const all = [buyers, others]
  const given = all.flatMap((each) => each.given)
  const gapMs = Math.min(...given.flatMap((each) => (each.beganMs > killedMs ? [each.endedMs - killedMs] : [])))
  const failures = all.flatMap((each) => each.failures)
  const both = { ...buyers, pages: all.flatMap(({ pages }) => pages) }
  const outcome = await settled(world, { connectionString: cluster.connectionString, buyers: both })
  report('purchases, with the primary killed in the middle', `${given.length} paid, ${outcome.orders} orders`)
  report('lost, doubled or wrong', `${outcome.violations.length}`)
  report('confirmations that left, and left twice', `${outcome.sent}, ${outcome.sentTwice}`)
  report('another primary after', seconds(promotedMs - killedMs))
  report('customers buy again after', seconds(gapMs))
  report('presses meanwhile that were answered with an error', `${failures.length}`)
  report('longest response', seconds(Math.max(...all.map(({ longestMs }) => longestMs))))
  report('the killed node, started again at the promotion, is a replica after', seconds(rejoinedMs - promotedMs))
  report('pages of visitors, and those answered with an error', `${visits}, ${visitors.failures.length}`)
  const errorsUntilMs = Math.max(killedMs, ...visitors.failures.map(({ endedMs }) => endedMs))
  report('the last page with an error after the kill', seconds(errorsUntilMs - killedMs))
  expect(outcome.violations).toEqual([])
  expect([given.length, outcome.orders]).toEqual([purchases, purchases])
  expect(gapMs).toBeLessThan(30_000)
  expect(visitors.failures.filter(({ endedMs }) => endedMs < killedMs)).toEqual([])
  expect(errorsUntilMs - killedMs).toBeLessThan(30_000)
}, 900_000)
