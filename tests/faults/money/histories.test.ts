// @module-tag N5

import { expect, test } from 'vitest'
import { advanceClocks, findAllErrors, findWrongEmails, finishPendingWork } from './finish-pending-work.ts'
import { killableShop } from './killable-shop.ts'
import { type Nemesis, nemesisOf } from './nemesis.ts'
import { type Shoppers, shoppersIn } from './shoppers.ts'

// `MONEY_SEEDS=20 npm run test:faults -- histories` runs twenty other histories, starting with MONEY_FIRST_SEED.
const first = Number(process.env.MONEY_FIRST_SEED ?? 1)
const seeds = Array.from({ length: Number(process.env.MONEY_SEEDS ?? 1) }, (_, index) => first + index)
const clients = 10
const visits = 240
const visitsBetweenStrikes = 8

/** Ten customers buy repeatedly; a fault occurs after every few visits. */
async function live(people: Shoppers[], nemesis: Nemesis): Promise<void> {
  let made = 0
  let striking: Promise<void> | null = null
  const one = async (shoppers: Shoppers) => {
    while (made < visits) {
      await striking
      made += 1
      if (made % visitsBetweenStrikes === 0 && !striking) {
        striking = nemesis.causeFault()
        await striking
        striking = null
      }
      await shoppers.visit()
      if (made % 7 === 0) await shoppers.refundPart()
      if (made % 11 === 0) await shoppers.settleKlarna(0.5)
    }
  }
  await Promise.all(people.map(one))
}

test.each(seeds)(
  'after a history of random faults, seed %i, ledger and orders agree',
  async (seed) => {
    await using shop = await killableShop({ port: 24_362 })
    const products = await Promise.all([
      shop.db.product({ name: 'Mary Dress', price: 89.5 }),
      shop.db.product({ name: 'Ruth Skirt', price: 45.99 }),
      shop.db.product({ name: 'Esther Scarf', price: 12.01 }),
    ])
    const many = await shop.db.discountCode({ percent: 15, max_redemptions: 100_000 })
    const few = await shop.db.discountCode({ percent: 20, max_redemptions: 12 })
    const codes = [many.code, few.code, null]
    const people = Array.from({ length: clients }, (_, index) =>
      shoppersIn(shop, { products, codes, seed: seed * 1_000 + index }),
    )
    const nemesis = nemesisOf(shop, seed)
    await shop.start()
    await live(people, nemesis)

    nemesis.stop()
    await shop.kill()
    await shop.start()
    for (const shoppers of people) {
      await shoppers.payLate()
      await shoppers.settleKlarna(0.5)
    }
    // Some payments take longer than the lifetime of a page.
    await advanceClocks(shop, 90)
    for (const shoppers of people) await shoppers.settleKlarna(1)
    await shop.stripe.flush()
    await shop.kill()
    await finishPendingWork(shop)

    const history = nemesis.done.join('\n')
    expect(
      people.flatMap((shoppers) => shoppers.complaints),
      history,
    ).toEqual([])
    const promised = {
      pages: people.flatMap((shoppers) => shoppers.promised.pages),
      refunds: people.flatMap((shoppers) => shoppers.promised.refunds),
      events: shop.stripe.ledger.events().flatMap((event) => (event.pending_webhooks === 0 ? [event.id] : [])),
    }
    expect(await findAllErrors(shop, promised), history).toEqual([])
    expect(await findWrongEmails(shop), history).toEqual([])
    const paid = shop.stripe.ledger.sessions().filter((session) => session.status === 'complete')
    process.stdout.write(
      `seed ${seed}: ${nemesis.done.length} troubles, ${shop.deaths()} deaths, ${promised.pages.length} pages, ${paid.length} paid\n`,
    )
    expect(paid.length).toBeGreaterThan(visits / 10)
  },
  600_000,
)
