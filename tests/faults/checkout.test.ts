// @module-tag C1
// @module-tag C4

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { finishCheckouts } from '#features/checkout/checkout.jobs.ts'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { type CheckoutShop, checkoutShop } from '#tests/fixtures/checkout-shop.ts'

const steps = 7
const rounds = 28

/** Runs the program until it has printed this many steps, then kills it as a power cut would. */
async function buyUntilKilled(shop: CheckoutShop, { code, after }: { code: string; after: number }): Promise<void> {
  const args = ['tests/faults/checkout-program.ts', shop.db.connectionString, shop.testWebhookSender.secret, code]
  const shopper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(shopper, 'exit')
  let steps = 0
  for await (const _ of createInterface({ input: shopper.stdout })) {
    steps += 1
    if (steps === after) shopper.kill('SIGKILL')
  }
  await exited
  expect(steps).toBeGreaterThanOrEqual(after)
}

function ahead(shop: CheckoutShop, interval: string) {
  return shop.db.asService((tx) => sql`update private.clock set ahead = ${interval}::interval`.execute(tx))
}

test('killed at any step of a purchase, the shop loses no paid order, duplicates none, and releases every code', async () => {
  await using shop = await checkoutShop()
  await shop.db.product({ name: 'Mary Dress', price: 89.5 })
  const { code } = await shop.db.discountCode({ percent: 15, max_redemptions: 1_000 })
  // Each step is hit several times, each time in a different purchase.
  for (let round = 0; round < rounds; round += 1) {
    await buyUntilKilled(shop, { code, after: 1 + (round % steps) + steps * (round % 2) })
  }

  await ahead(shop, '3 minutes')
  await finishCheckouts(shop.paymentDeps)
  await shop.db.asService((tx) =>
    tx
      .updateTable('private.test_payment_events')
      .set({ next_attempt_at: new Date(0) })
      .execute(),
  )
  await shop.redeliver()
  await shop.runJobs()
  await settleOpenSessions(shop.paymentDeps, 'open')
  await ahead(shop, '2 hours')
  await finishCheckouts(shop.paymentDeps)
  await settleOpenSessions(shop.paymentDeps, 'expired')

  const { rows } = await shop.db.asService((tx) =>
    sql<Record<string, number>>`
      with ledger as (select * from private.test_payment_sessions where payment_status = 'paid')
      select (select count(*) from ledger)::int as paid_pages,
        (select count(*) from pre_orders where provider_state = 'paid')::int as paid_orders,
        (select count(*) from pre_orders o join ledger l on l.order_id = o.id
          where o.final_amount = l.amount_total / 100.0 and o.payment_status = 'paid')::int as right_amounts,
        (select count(*) from private.outbox where kind = 'order_confirmation')::int as letters,
        (select count(*) from pre_orders where provider_state not in ('paid', 'expired'))::int as unfinished,
        (select count(*) from (select from private.test_payment_sessions group by order_id having count(*) > 1) twice)::int
          as doubled,
        (select redeemed from discount_codes)::int as redeemed,
        (select held from discount_codes)::int as held`.execute(tx),
  )
  const paid = rows[0]?.paid_pages ?? 0
  expect(paid).toBeGreaterThan(rounds / 3)
  expect(rows[0]).toEqual({
    paid_pages: paid,
    paid_orders: paid,
    right_amounts: paid,
    letters: paid,
    redeemed: paid,
    unfinished: 0,
    doubled: 0,
    held: 0,
  })
})
