import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reconcileOnSchedule } from '#features/payments/reconciliation/reconciliation.jobs.ts'
import { itemOf } from '#tests/fixtures/checkout-shop.ts'
import { findAllErrors, findWrongEmails, finishPendingWork } from './finish-pending-work.ts'
import { type KillableShop, killableShop } from './killable-shop.ts'
import { payerFrom } from './shoppers.ts'

const times = Number(process.env.MONEY_KILLS ?? 2)
const points = ['repair.before-commit', 'repair.committed'] as const

async function buy({ ask, stripe }: KillableShop, items: object[]): Promise<string> {
  const response = await ask('create-stripe-checkout', { items, cartId: randomUUID() })
  const page = response?.body.sessionId ?? ''
  await stripe.pay(page, { how: 'card', ...payerFrom('GB') })
  return page
}

/** Deletes the order, as restoring a backup from an hour ago would. */
function forget({ db }: KillableShop, page: string): Promise<unknown> {
  return db.asService(async (tx) => {
    const { id } = await tx
      .selectFrom('pre_orders')
      .select('id')
      .where('payment_session_id', '=', page)
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('private.outbox').where('order_id', '=', id).execute()
    await tx.deleteFrom('private.payment_events').where('order_id', '=', id).execute()
    await tx.deleteFrom('pre_orders').where('id', '=', id).execute()
  })
}

/** The one open discrepancy. */
async function discrepancy({ db, paymentDeps }: KillableShop): Promise<{ id: string; kind: string }> {
  await reconcileOnSchedule(paymentDeps)
  const { rows } = await db.asService((tx) =>
    sql<{
      id: string
      kind: string
    }>`select id, kind from private.payment_discrepancies where resolved_at is null`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  return rows[0] ?? { id: '', kind: '' }
}

/** Presses the repair button, kills the program during the repair, and presses again: the second press completes it. */
async function repairTwice(shop: KillableShop, found: { id: string }, action: string, dies: string): Promise<void> {
  await shop.kill()
  await shop.start(dies)
  const press = () => shop.ask('repair-discrepancy', { id: found.id, action, note: 'as found' }, 'admin')
  expect(await press()).toBeNull()
  await shop.died()
  await shop.start()
  const response = await press()
  // The second press may learn that the discrepancy is already resolved.
  expect([200, 409], JSON.stringify(response)).toContain(response?.status)
}

test('a lost order is created again exactly once, although the program dies during the repair', async () => {
  await using shop = await killableShop({ port: 24_366 })
  const dress = await shop.db.product()
  await shop.start()
  const pages: string[] = []
  for (let round = 0; round < times; round += 1) {
    for (const point of points) {
      const page = await buy(shop, [itemOf(dress, { quantity: 2 })])
      pages.push(page)
      await shop.kill()
      await finishPendingWork(shop)
      await forget(shop, page)
      const found = await discrepancy(shop)
      expect(found.kind).toBe('paid_without_order')
      await repairTwice(shop, found, 'rebuild', point)
    }
  }
  await shop.kill()
  await finishPendingWork(shop)
  expect(await findAllErrors(shop, { pages })).toEqual([])
  expect(await findWrongEmails(shop)).toEqual([])
}, 3_600_000)

test('a second payment is refunded once, also if the program dies during the refund', async () => {
  await using shop = await killableShop({ port: 24_366 })
  const { stripe } = shop
  const dress = await shop.db.product()
  for (let round = 0; round < times; round += 1) {
    for (const point of points) {
      await shop.start()
      stripe.faults.next({ method: 'POST', path: '/v1/checkout/sessions', kind: 'error_500_after_effect' })
      const page = await buy(shop, [itemOf(dress)])
      const other = stripe.ledger.sessions().find(({ id, status }) => status === 'open' && id !== page)?.id ?? ''
      await stripe.pay(other, { how: 'card', ...payerFrom('GB') })
      await shop.kill()
      await finishPendingWork(shop)
      const found = await discrepancy(shop)
      expect(found.kind).toBe('paid_twice')
      await repairTwice(shop, found, 'give_back', point)
      await shop.kill()
      await finishPendingWork(shop)
    }
  }
  expect(await findAllErrors(shop, {})).toEqual([])
  const refunds = stripe.ledger.refunds().map(({ payment_intent }) => String(payment_intent))
  expect(refunds).toHaveLength(times * points.length)
  expect(new Set(refunds).size).toBe(refunds.length)
}, 3_600_000)
