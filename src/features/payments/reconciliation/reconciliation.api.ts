import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { findOrders } from '#features/orders/admin/api/find-orders.ts'
import { OrderQuery } from '#features/orders/admin/api/order-filter.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { actions } from './discrepancy.ts'
import { getDisputeEvidence } from './dispute-evidence.ts'
import type { MoneyAlerts, PaidOrderResponse, PaidOrdersResponse } from './money-response.ts'
import { countWaitlist, readMoney } from './read-money-overview.ts'
import { findRunning, reconcileJob, startRun } from './reconciliation-runs.ts'
import { repairDiscrepancy } from './repairs/repair-discrepancy.ts'

const RepairBody = z.object({
  id: z.uuid(),
  action: z.enum(actions),
  note: z
    .string()
    .trim()
    .max(1000)
    .nullish()
    .transform((text) => text || null),
})
const OrdersQuery = z.object({
  q: z
    .string()
    .max(254)
    .default('')
    .transform((text) => text.trim()),
})
const EvidenceQuery = z.object({ id: z.uuid() })

/**
 * The money page, mounted at /functions/v1, for administrators only. GET money: the overview; GET money-alerts: the
 * number of open discrepancies; GET money-orders?q=: up to twenty paid orders that match a text. POST money-run starts
 * a reconciliation unless one is running. POST repair-discrepancy `{ id, action, note? }` repairs one, see
 * `repairDiscrepancy`. GET dispute-evidence?id= (of the discrepancy) is an HTML file for the bank.
 */
export function reconciliationApi({ siteUrl, ...deps }: PaymentDeps & { siteUrl: string }): Hono<Env> {
  const { db, provider, queue } = deps

  async function administrator(c: Context<Env>): Promise<string> {
    c.header('Cache-Control', 'no-store')
    return (await requireAdministrator(db, c)).userId
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/money', async (c) => {
      await administrator(c)
      return c.json(await db.asService((tx) => readMoney(tx, provider)))
    })
    .get('/money-alerts', async (c) => {
      await administrator(c)
      return c.json({ waiting: await db.asService(countWaitlist) } satisfies MoneyAlerts)
    })
    .get('/money-orders', async (c) => {
      await administrator(c)
      const { q } = OrdersQuery.parse(c.req.query())
      return c.json({ orders: await db.asService((tx) => findPaidOrders(tx, q)) } satisfies PaidOrdersResponse)
    })
    .post('/money-run', async (c) => {
      const by = await administrator(c)
      const run = await db.asService(async (tx) => {
        const begun = await startRun(tx, { by })
        if (begun) await queue.enqueue(tx, reconcileJob, begun.id)
        return begun ?? (await findRunning(tx))
      }, requestContextOf(c))
      return c.json({ id: run?.id ?? null, running: true })
    })
    .post('/repair-discrepancy', async (c) => {
      const userId = await administrator(c)
      const { id, action, note } = RepairBody.parse(await c.req.json())
      return c.json(await repairDiscrepancy(deps, { id, action, note, userId, context: requestContextOf(c) }))
    })
    .get('/dispute-evidence', async (c) => {
      await administrator(c)
      const { id } = EvidenceQuery.parse(c.req.query())
      const { html, name } = await db.asService((tx) => getDisputeEvidence(tx, id, siteUrl))
      c.header('Content-Disposition', `attachment; filename="${name}"`)
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      return c.html(html)
    })
}

const maxShown = 20

/** Up to twenty orders that the owner's search finds by `text`, or any where it is empty; the newest first. */
async function findPaidOrders(tx: Tx, text: string): Promise<PaidOrderResponse[]> {
  const filter = OrderQuery.parse({ q: text })
  const { orders } = await findOrders(tx, filter, { after: null, limit: maxShown })
  return orders.map(
    ({ order_number, customer_name, customer_email, final_amount, paid_at, payment_state, order_status }) => ({
      order_number,
      customer_name,
      customer_email,
      payment_state,
      order_status,
      total: final_amount,
      paid_at: paid_at?.toISOString() ?? null,
    }),
  )
}
