// @module-tag C6

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import { findAllErrors, findViolations, findWrongEmails, finishPendingWork } from './finish-pending-work.ts'
import { killableShop } from './killable-shop.ts'
import { payerFrom } from './shoppers.ts'

const orders = 500

test('500 payments without a success page, with lost, repeated and reordered webhooks, make 500 orders with an e-mail each', async () => {
  await using shop = await killableShop({ port: 24_354 })
  const { db, stripe } = shop
  const dress = await db.product({ name: 'Mary Dress', price: 89.5 })
  const scarf = await db.product({ name: 'Esther Scarf', price: 12.01 })
  await shop.start()
  stripe.deliverer = 'hold'
  stripe.faults.webhooks({ drop: 0.3, duplicate: 0.3, shuffle: true, seed: 5 })

  const pages: string[] = []
  const buyers = Array.from({ length: orders }, (_, index) => index).values()
  const buy = async () => {
    for (const index of buyers) {
      const country = ['GB', 'FR', 'US'][index % 3] ?? 'GB'
      const items = [itemOf(dress, { quantity: 1 + (index % 2) }), itemOf(scarf)]
      const response = await shop.ask('create-stripe-checkout', { items, cartId: randomUUID(), country })
      const page = response?.body.sessionId ?? ''
      pages.push(page)
      await stripe.pay(page, { how: 'card', ...payerFrom(country) })
    }
  }
  await Promise.all(Array.from({ length: 10 }, buy))
  expect(new Set(pages).size).toBe(orders)

  // The remaining webhooks arrive in random order, some of them twice.
  const delivered = stripe.ledger.events().length
  await stripe.flush()
  const lost = stripe.held().length
  expect(lost).toBeGreaterThan(delivered / 5)
  expect(lost).toBeLessThan(delivered / 2)
  // The shop reads each page from Stripe, within the rate limit.
  const unsettled = () =>
    db.asService(async (tx) => {
      const open = tx.selectFrom('private.payment_events').select('id').where('handled_at', 'is', null)
      return (await open.execute()).length
    })
  await expect.poll(unsettled, { timeout: 180_000, interval: 500 }).toBe(0)
  await shop.kill()
  // The checker must report exactly the missing orders.
  const missing = (await findViolations(shop, { pages })).filter((wrong) =>
    /^I1 .* is paid and its order .* is open/.test(wrong),
  )
  expect(missing).toHaveLength(lost)
  await finishPendingWork(shop)

  expect(await findAllErrors(shop, { pages })).toEqual([])
  expect(await findWrongEmails(shop)).toEqual([])
  const rows = await db.asService(async (tx) => ({
    states: await tx.selectFrom('pre_orders').select('provider_state').execute(),
    letters: await tx.selectFrom('private.outbox').select('kind').execute(),
  }))
  expect(rows.states.filter((row) => row.provider_state === 'paid')).toHaveLength(orders)
  expect(rows.states).toHaveLength(orders)
  expect(rows.letters.map(({ kind }) => kind)).toEqual(Array.from({ length: orders }, () => 'order_confirmation'))
  expect(new Set(shop.acceptedEmails()).size).toBe(orders)
}, 600_000)
