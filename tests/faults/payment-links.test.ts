// @module-tag C1

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expireEndedLinks, openByLink } from '#features/checkout/links/payment-links.ts'
import { settleOpenSessions } from '#features/payments/payments.jobs.ts'
import { type CheckoutShop, checkoutShop } from '#tests/fixtures/checkout-shop.ts'

const steps = 6
const rounds = 18

/** Runs the program until it has printed this many steps, then kills it as a power cut would. */
async function payUntilKilled(shop: CheckoutShop, after: number): Promise<void> {
  const args = ['tests/faults/payment-links-program.ts', shop.db.connectionString, shop.testWebhookSender.secret]
  const shopper = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(shopper, 'exit')
  let count = 0
  for await (const _ of createInterface({ input: shopper.stdout })) {
    count += 1
    if (count === after) shopper.kill('SIGKILL')
  }
  await exited
}

function ahead(shop: CheckoutShop, interval: string) {
  return shop.db.asService((tx) => sql`update private.clock set ahead = ${interval}::interval`.execute(tx))
}

test('killed at any step between writing down and settling, each order has one page, and its link still opens it', async () => {
  await using shop = await checkoutShop()
  await shop.db.product({ name: 'Mary Dress', price: 89.5 })
  for (let round = 0; round < rounds; round += 1) {
    await payUntilKilled(shop, 1 + (round % steps) + steps * (round % 2))
  }
  await settleOpenSessions(shop.paymentDeps, 'open')
  await ahead(shop, '3 minutes')
  await settleOpenSessions(shop.paymentDeps, 'open')
  const deps = { ...shop.paymentDeps, settingSources: {} }
  const unpaid = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('id').where('provider_state', 'in', ['creating', 'open']).execute(),
  )
  for (const { id } of unpaid) await openByLink(deps, id, 'http://shop.test/pay/x')
  const { rows } = await shop.db.asService((tx) =>
    sql<Record<string, number>>`
      with ledger as (select * from private.test_payment_sessions where payment_status = 'paid')
      select (select count(*) from ledger)::int as paid_pages,
        (select count(*) from pre_orders o join ledger l on l.order_id = o.id
          where o.provider_state = 'paid' and o.final_amount = l.amount_total / 100.0)::int as paid_orders,
        (select count(*) from private.outbox where kind = 'order_confirmation')::int as letters,
        (select count(*) from pre_orders where provider_state not in ('paid', 'open'))::int as neither,
        (select count(*) from (select from private.test_payment_sessions group by order_id having count(*) > 1) twice)::int
          as doubled`.execute(tx),
  )
  const paid = rows[0]?.paid_pages ?? 0
  expect(paid).toBeGreaterThan(rounds / 3)
  expect(unpaid.length).toBeGreaterThan(0)
  expect(rows[0]).toEqual({ paid_pages: paid, paid_orders: paid, letters: paid, neither: 0, doubled: 0 })

  await ahead(shop, '4 days')
  await settleOpenSessions(shop.paymentDeps, 'expired')
  await expireEndedLinks(deps)
  const left = await shop.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('id').where('provider_state', 'not in', ['paid', 'expired']).execute(),
  )
  expect(left).toEqual([])
})
