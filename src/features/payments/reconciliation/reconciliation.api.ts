import type { Hono } from 'hono'
import { pence, penceFromPounds } from '#base/money.ts'
import { exportOrderList } from '#features/orders/admin/api/admin-orders.contract.ts'
import { findOrders } from '#features/orders/admin/api/find-orders.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { requestContextOf } from '#platform/http/identity/signed-in.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { getDisputeEvidence } from './dispute-evidence.ts'
import { exportMovements, listDays, momentsOf } from './money-days.ts'
import { hasMovement, moneyFileName, type PaidOrderResponse } from './money-response.ts'
import { countWaitlist, readMoney } from './read-money-overview.ts'
import * as contracts from './reconciliation.contract.ts'
import { findRunning, reconcileJob, startRun } from './reconciliation-runs.ts'
import { repairDiscrepancy } from './repairs/repair-discrepancy.ts'

/** The money page. */
export function reconciliationApi({ siteUrl, ...deps }: PaymentDeps & { siteUrl: string }): Hono<Env> {
  const { provider, queue } = deps
  return endpoints(
    handle(contracts.readMoney, ({ db }) => db.asService((tx) => readMoney(tx, provider))),
    handle(contracts.readMoneyDays, async ({ db, query }) => {
      const days = await db.asService((tx) => listDays(tx, query))
      return { days: days.filter(hasMovement) }
    }),
    handle(contracts.exportMoney, async ({ c, db, query }) => {
      const csv = await db.asService((tx) => exportMovements(tx, query))
      return c.body(csv, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${moneyFileName(query)}"`,
      })
    }),
    handle(contracts.readProviderAccount, async ({ query }) => {
      const sums = await provider.inBackground().sumAccount?.(momentsOf(query))
      return { sums: sums ? { fees_pence: pence(sums.feesPence), paid_out_pence: pence(sums.paidOutPence) } : null }
    }),
    handle(contracts.countMoneyAlerts, async ({ db }) => ({ waiting: await db.asService(countWaitlist) })),
    handle(contracts.findPaidOrders, async ({ db, query: { q } }) => ({
      orders: await db.asService((tx) => findPaidOrders(tx, q)),
    })),
    handle(contracts.startReconciliation, async ({ db, claims }) => {
      const run = await db.asService(async (tx) => {
        const begun = await startRun(tx, { by: claims.sub })
        if (begun) await queue.enqueue(tx, reconcileJob, begun.id)
        return begun ?? (await findRunning(tx))
      })
      return { id: run?.id ?? null, running: true as const }
    }),
    handle(contracts.repairDiscrepancy, ({ c, claims, body }) =>
      repairDiscrepancy(deps, { ...body, userId: claims.sub, context: requestContextOf(c) }),
    ),
    handle(contracts.readDisputeEvidence, async ({ c, db, query: { id } }) => {
      const { html, name } = await db.asService((tx) => getDisputeEvidence(tx, id, siteUrl))
      c.header('Content-Disposition', `attachment; filename="${name}"`)
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      return c.html(html)
    }),
  )
}

const maxShown = 20

/** Up to twenty orders that the owner's search finds by `text`, or any where it is empty; the newest first. */
async function findPaidOrders(tx: Tx, text: string): Promise<PaidOrderResponse[]> {
  const filter = exportOrderList.query.parse({ q: text })
  const { orders } = await findOrders(tx, filter, { after: null, limit: maxShown })
  return orders.map(
    ({ order_number, customer_name, customer_email, final_amount, paid_at, provider_state, order_status }) => ({
      order_number,
      customer_name,
      customer_email,
      provider_state,
      order_status,
      total_pence: penceFromPounds(final_amount),
      paid_at: paid_at?.toISOString() ?? null,
    }),
  )
}
