import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import type { PaidOrderAnswer } from './money-answer.ts'

const mostShown = 20

/**
 * Orders that were paid, or that somebody says were, and whose number, customer's name or e-mail address holds `text`;
 * any where it is empty. The newest payments first, at most twenty.
 */
export async function findPaidOrders(tx: Tx, text: string): Promise<PaidOrderAnswer[]> {
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const rows = await tx
    .selectFrom('pre_orders')
    .select(['order_number', 'customer_name', 'customer_email', 'final_amount', 'paid_at', 'payment_state'])
    .select('order_status')
    .where((is) => is.or([is('paid_at', 'is not', null), is('payment_status', '=', 'paid')]))
    .$if(text !== '', (all) =>
      all.where((is) =>
        is.or([
          is('order_number', 'ilike', like),
          is('customer_name', 'ilike', like),
          is('customer_email', 'ilike', like),
        ]),
      ),
    )
    .orderBy(sql`paid_at desc nulls last`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  return rows.map(({ final_amount, paid_at, ...row }) => ({
    ...row,
    payment_state: row.payment_state as PaidOrderAnswer['payment_state'],
    total: Number(final_amount),
    paid_at: paid_at?.toISOString() ?? null,
  }))
}
