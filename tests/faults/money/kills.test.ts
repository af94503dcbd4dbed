import { expect, test } from 'vitest'
import type { FaultPoint } from '#operations/config/config-problems.ts'
import { findAllErrors, findWrongEmails, finishPendingWork } from './finish-pending-work.ts'
import { killableShop } from './killable-shop.ts'
import { moneyPoints } from './nemesis.ts'
import { type Shoppers, shoppersIn } from './shoppers.ts'

// How often the program is killed at each point: `MONEY_KILLS=25 npm run test:faults -- kills` is the full run.
const times = Number(process.env.MONEY_KILLS ?? 2)
/** A program that still runs after this time has missed its fault point. */
const timeoutMs = 30_000

/** Customers buy, three at a time, until the program dies. */
async function trade(shoppers: Shoppers, point: FaultPoint, isRunning: () => boolean): Promise<void> {
  const until = performance.now() + timeoutMs
  const one = async () => {
    while (isRunning()) {
      if (performance.now() > until) throw new Error(`Nobody came by ${point}`)
      await shoppers.visit()
      if (point.startsWith('refund.')) await shoppers.refundPart()
    }
  }
  await Promise.all([one(), one(), one()])
}

test(`killed ${times} times at each of ${moneyPoints.length} points, the shop loses no payment and duplicates none`, {
  tags: ['C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C7', 'W0', 'W1', 'W2', 'K5'],
  timeout: 3_600_000,
}, async () => {
  await using shop = await killableShop({ port: 24_350 })
  const products = await Promise.all([
    shop.db.product({ name: 'Mary Dress', price: 89.5 }),
    shop.db.product({ name: 'Ruth Skirt', price: 45.99 }),
    shop.db.product({ name: 'Esther Scarf', price: 12.01 }),
  ])
  const { code } = await shop.db.discountCode({ percent: 15, max_redemptions: 100_000 })
  const shoppers = shoppersIn(shop, { products, codes: [code, null], seed: 1 })
  for (let round = 0; round < times; round += 1) {
    for (const point of moneyPoints) {
      await shop.start(`${point}:${1 + (round % 3)}`)
      await trade(shoppers, point, shop.isRunning)
    }
  }
  expect(shop.deaths()).toBe(times * moneyPoints.length)

  await shop.start()
  await shoppers.payLate()
  await shoppers.settleKlarna(1)
  await shop.stripe.flush()
  await shop.kill()
  await finishPendingWork(shop)
  shoppers.promised.events.push(...taken(shop.stripe))
  expect(shoppers.complaints).toEqual([])
  expect(await findAllErrors(shop, shoppers.promised)).toEqual([])
  expect(await findWrongEmails(shop)).toEqual([])
  const { ledger } = shop.stripe
  const paid = ledger.sessions().filter((session) => session.status === 'complete').length
  const figures = [
    `${shop.deaths()} deaths`,
    `${shoppers.promised.pages.length} pages given out`,
    `${paid} paid`,
    `${ledger.refunds().length} refunds`,
    `${ledger.events().length} events`,
    `${shop.acceptedEmails().length} letters`,
  ]
  process.stdout.write(`${figures.join(', ')}\n`)
  expect(paid).toBeGreaterThan(times * 10)
  expect(ledger.refunds().length).toBeGreaterThan(times)
})

function taken({ ledger }: { ledger: { events(): { id: string; pending_webhooks: number }[] } }): string[] {
  return ledger.events().flatMap(({ id, pending_webhooks }) => (pending_webhooks === 0 ? [id] : []))
}
