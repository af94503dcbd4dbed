import { sql } from 'kysely'
import { z } from 'zod'
import { formatPence, type Pence } from '#base/money.ts'
import { formatShopTime } from '#base/shop-time.ts'
import { inPence, penceOf } from '#base/sql-money.ts'
import { isNoted } from '#features/orders/order-notes.ts'
import { isCalledOff } from '#features/orders/order-state.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { Db, Tx } from '#platform/database/db.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import { orderTemplate } from '../order-emails.ts'
import { type Digest, digestEmail } from './digest.email.ts'
import { type DiscrepancyEmailData, discrepancyEmail, discrepancyTitle } from './discrepancy.email.ts'
import { orderPaid } from './order-paid.email.ts'

const listed = 40

// The key of the JSON that the trigger writes.
const DiscrepancyRef = z.object({ discrepancy: z.uuid() })
const Hour = z.object({ hour: z.string() })

/**
 * The templates of the e-mails that the database queues for the owner (`private.queue_owner_email`): paid orders,
 * discrepancies, and a digest of those beyond twenty of a kind within an hour. Rendered at sending; cancelled and
 * refunded orders and resolved discrepancies are left out.
 */
export function ownerEmails({ db, siteUrl }: { db: Db; siteUrl: string }): EmailTemplates {
  return {
    owner_order_paid: orderTemplate({ db, siteUrl }, async (order, _, tx) => {
      if (!order.isPaid || isCalledOff(order)) return null
      const { noted } = await tx
        .selectFrom('pre_orders')
        .select(isNoted('pre_orders.id').as('noted'))
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow()
      return orderPaid({ order, isNoted: noted })
    }),
    owner_payment_discrepancy: async ({ data }) => {
      const { discrepancy: id } = DiscrepancyRef.parse(data)
      const discrepancy = await db.asService((tx) => findDiscrepancy(tx, id, siteUrl))
      return discrepancy ? composeEmail(discrepancyEmail(discrepancy)) : null
    },
    owner_digest: async ({ data }) => {
      const { hour } = Hour.parse(data)
      const digest = await db.asService((tx) => readDigest(tx, hour, siteUrl))
      return digest.orderCount + digest.discrepancyCount + digest.returnCount > 0
        ? composeEmail(digestEmail(digest))
        : null
    },
  }
}

async function findDiscrepancy(tx: Tx, id: string, siteUrl: string): Promise<DiscrepancyEmailData | null> {
  const row = await tx
    .selectFrom('private.payment_discrepancies as discrepancy')
    .leftJoin('pre_orders as placed', 'placed.id', 'discrepancy.order_id')
    .select(['discrepancy.kind', 'discrepancy.respond_by', ...penceOf('discrepancy.ours', 'discrepancy.theirs')])
    .select(['placed.order_number', fact('status'), fact('reason'), fact('failure')])
    .where('discrepancy.id', '=', id)
    .where('discrepancy.resolved_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    kind: row.kind,
    status: row.status,
    reason: oneLine(row.reason),
    failure: oneLine(row.failure),
    ours: row.ours === null ? null : formatPence(row.ours),
    theirs: row.theirs === null ? null : formatPence(row.theirs),
    orderNumber: oneLine(row.order_number),
    respondBy: row.respond_by ? formatShopTime(row.respond_by) : null,
    siteUrl,
  }
}

function fact<Name extends string>(name: Name) {
  return sql<string | null>`discrepancy.facts ->> ${name}`.as(name)
}

async function readDigest(tx: Tx, hour: string, siteUrl: string): Promise<Digest> {
  const orders = await sql<{ number: string; pieces: number; total: Pence; leaves_by: string; count: number }>`
    select o.order_number as number, ${inPence('o.final_amount')} as total, to_char(o.dispatch_by, 'YYYY-MM-DD') as leaves_by,
      (select coalesce(sum(quantity - cancelled_quantity), 0)::int from public.order_lines l where l.order_id = o.id) as pieces,
      count(*) over ()::int as count
      from private.outbox w join public.pre_orders o on o.id = w.order_id
     where w.data ->> 'digest' = ${hour} and w.data ? 'digest' and w.kind = 'owner_order_paid'
       and o.order_status <> 'cancelled' and o.provider_state <> 'refunded'
     order by o.paid_at, o.id limit ${listed}`.execute(tx)
  const discrepancies = await sql<{ kind: string; number: string | null; count: number }>`
    select f.kind, o.order_number as number, count(*) over ()::int as count
      from private.outbox w join private.payment_discrepancies f on f.id::text = w.cause
      left join public.pre_orders o on o.id = f.order_id
     where w.data ->> 'digest' = ${hour} and w.data ? 'digest' and w.kind = 'owner_payment_discrepancy'
       and f.resolved_at is null
     order by f.found_at, f.id limit ${listed}`.execute(tx)
  const returns = await sql<{ count: number }>`
    select count(*)::int as count from private.outbox w join private.returns r on r.id::text = w.cause
     where w.data ->> 'digest' = ${hour} and w.data ? 'digest' and w.kind = 'owner_return_requested'
       and r.settled_at is null`.execute(tx)
  return {
    orders: orders.rows.map(({ number, pieces, total, leaves_by }) => ({
      orderNumber: oneLine(number) ?? '',
      pieces,
      totalPence: total,
      dispatchBy: new Date(leaves_by),
    })),
    orderCount: orders.rows[0]?.count ?? 0,
    discrepancies: discrepancies.rows.map(({ kind, number }) => ({
      title: discrepancyTitle(kind),
      orderNumber: oneLine(number),
    })),
    discrepancyCount: discrepancies.rows[0]?.count ?? 0,
    returnCount: returns.rows[0]?.count ?? 0,
    siteUrl,
  }
}
