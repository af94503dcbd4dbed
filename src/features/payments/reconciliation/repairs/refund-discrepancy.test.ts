import { expect, test } from 'vitest'
import { pence } from '#base/money.ts'
import { requestRefund } from '#features/payments/refunds/request-refund.ts'
import { startReconciliationShop } from '#tests/fixtures/reconciliation-shop.ts'
import { newDiscrepancy } from '../discrepancy.ts'
import { saveDiscrepancies } from '../discrepancy-store.ts'
import { startRun } from '../reconciliation-runs.ts'

test('a failed refund that was repeated meanwhile is not refunded again from an outdated money page', async () => {
  await using money = await startReconciliationShop()
  const { orderId, sessionId } = await money.sell()
  await money.rows(
    `insert into private.refunds (order_id, session_id, amount, state, failure, next_attempt_at)
     values ($1, $2, 10, 'failed', 'The account is closed', null)`,
    [orderId, sessionId],
  )
  await money.compare()
  const [discrepancy] = await money.open()
  if (!discrepancy) throw new Error('Nothing was found')
  const again = { orderId, amountPence: pence(1000), reason: 'goodwill', note: null, requestedBy: null } as const
  await money.shop.db.asService((tx) => requestRefund(tx, money.shop.paymentDeps, again))
  await expect(money.repair(discrepancy, 'give_back')).rejects.toMatchObject({ code: 'conflict' })
  expect(await money.rows(`select amount from private.refunds where state = 'requested'`)).toEqual([
    { amount: '10.00' },
  ])
})

test('the refund of a cancelled order that was revived meanwhile is refused', async () => {
  await using money = await startReconciliationShop()
  const { orderId } = await money.sell()
  const set = (status: string) =>
    money.rows('update public.pre_orders set order_status = $2 where id = $1', [orderId, status])
  await set('cancelled')
  await money.compare()
  const [discrepancy] = await money.open()
  if (!discrepancy) throw new Error('Nothing was found')
  await set('processing')
  await expect(money.repair(discrepancy, 'give_back')).rejects.toMatchObject({ code: 'conflict' })
  expect(await money.rows('select amount from private.refunds')).toEqual([])
})

test('a reconciliation that began before a repair does not reopen the repaired discrepancy', async () => {
  await using money = await startReconciliationShop()
  const { orderId, sessionId } = await money.sell()
  await money.rows(`update public.pre_orders set order_status = 'cancelled' where id = $1`, [orderId])
  await money.compare()
  const [discrepancy] = await money.open()
  if (!discrepancy) throw new Error('Nothing was found')
  const begin = async () => {
    const run = await money.shop.db.asService((tx) => startRun(tx, null))
    return run?.id ?? ''
  }
  const seen = newDiscrepancy('refund_owed', orderId, { orderId, sessionId, oursPence: 9350 })
  const before = await begin()
  await money.repair(discrepancy, 'give_back')
  await money.shop.db.asService((tx) => saveDiscrepancies(tx, [seen], before))
  expect(await money.open()).toEqual([])
  await money.rows('update private.reconciliation_runs set finished_at = shop_now() where id = $1', [before])
  const after = await begin()
  await money.shop.db.asService((tx) => saveDiscrepancies(tx, [seen], after))
  expect(await money.open()).toHaveLength(1)
})
