// @module-tag N13

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openNotes } from '#features/orders/order-notes.ts'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import { advanceClocks, findAllErrors, finishPendingWork } from './finish-pending-work.ts'
import { type KillableShop, killableShop } from './killable-shop.ts'
import { payerFrom } from './shoppers.ts'

const shoppers = 200

/**
 * All customers check out at once. Returns the payment pages that were created; all other responses must have this
 * error code.
 */
async function checkOutAll(shop: KillableShop, body: object, errorCode: string): Promise<string[]> {
  const presses = Array.from({ length: shoppers }, (_, n) =>
    shop.ask('create-stripe-checkout', { ...body, cartId: randomUUID() }, null, `203.0.113.${n + 1}`),
  )
  const responses = await Promise.all(presses)
  const given = responses.flatMap((response) => (response?.status === 200 ? [response.body.sessionId ?? ''] : []))
  const refused = responses.filter((response) => response?.body.code === errorCode)
  expect(refused).toHaveLength(shoppers - given.length)
  return given
}

async function payAll({ stripe }: KillableShop, pages: string[]): Promise<void> {
  for (const page of pages) await stripe.pay(page, { how: 'card', ...payerFrom('GB') })
}

/** Half of the customers pay, then the other pages expire. */
async function halfPay(shop: KillableShop, pages: string[]): Promise<number> {
  const pagesToPay = pages.filter((_, index) => index % 2 === 0)
  await payAll(shop, pagesToPay)
  await advanceClocks(shop, 61)
  await shop.stripe.flush()
  await finishPendingWork(shop)
  return pagesToPay.length
}

test('200 concurrent customers with a code of ten uses, half of whom leave, use it exactly ten times', {
  tags: ['S2'],
  timeout: 300_000,
}, async () => {
  await using shop = await killableShop({ port: 24_358 })
  const dress = await shop.db.product()
  const { code } = await shop.db.discountCode({ percent: 20, max_redemptions: 10 })
  const body = { items: [itemOf(dress)], discountCode: code }
  await shop.start()
  const pages: string[] = []
  let used = 0
  while (used < 10) {
    const given = await checkOutAll(shop, body, 'discount_invalid')
    expect(given).toHaveLength(10 - used)
    pages.push(...given)
    used += await halfPay(shop, given)
  }
  expect(await checkOutAll(shop, body, 'discount_invalid')).toHaveLength(0)
  const row = await shop.db.asService((tx) => tx.selectFrom('discount_codes').selectAll().executeTakeFirstOrThrow())
  expect(row).toMatchObject({ redeemed: 10, held: 0 })
  expect(await findAllErrors(shop, { pages })).toEqual([])
})

test('200 concurrent customers get a pre-order’s ten units, and unpaid units become free again', async () => {
  await using shop = await killableShop({ port: 24_358 })
  const soon = new Date(Date.now() + 30 * 86_400_000)
  const dress = await shop.db.product({ is_preorder: true, preorder_end_date: soon, preorder_limit: 10 })
  await shop.start()
  const first = await checkOutAll(shop, { items: [itemOf(dress)] }, 'reserved')
  expect(first).toHaveLength(10)
  expect(await halfPay(shop, first)).toBe(5)
  const second = await checkOutAll(shop, { items: [itemOf(dress)] }, 'reserved')
  expect(second).toHaveLength(5)
  await payAll(shop, second)
  await finishPendingWork(shop)
  expect(await checkOutAll(shop, { items: [itemOf(dress)] }, 'unavailable')).toHaveLength(0)
  expect(await findAllErrors(shop, { pages: [...first, ...second] })).toEqual([])
}, 300_000)

test('if both pages of an order are paid, the order is paid once and the second payment is reported', {
  tags: ['P4'],
  timeout: 120_000,
}, async () => {
  await using shop = await killableShop({ port: 24_358 })
  const { stripe } = shop
  const dress = await shop.db.product()
  await shop.start()
  // Stripe creates the page and answers 500, now and for each retry with that key.
  stripe.faults.next({ method: 'POST', path: '/v1/checkout/sessions', kind: 'error_500_after_effect' })
  const response = await shop.ask('create-stripe-checkout', { items: [itemOf(dress)], cartId: randomUUID() })
  const page = response?.body.sessionId ?? ''
  const made = stripe.ledger.sessions().map((session) => session.id)
  expect(made).toHaveLength(2)
  expect(made).toContain(page)
  // The page that the shop has not recorded is paid first.
  await payAll(shop, [...made.filter((id) => id !== page), page])
  await shop.kill()
  await finishPendingWork(shop)
  const errors = await findAllErrors(shop, { pages: [] })
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(/^found: paid_twice/)
  const order = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').selectAll().select(openNotes('pre_orders.id').as('notes')).executeTakeFirstOrThrow(),
  )
  expect(order).toMatchObject({ provider_state: 'paid', notes: [{ kind: 'paid_twice' }] })
})
