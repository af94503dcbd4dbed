import { AppError } from '#platform/http/errors/app-error.ts'
import { pence, poundsFromPence } from '#ui/money.ts'
import type { Settling } from '../settle-order.ts'

/**
 * How much is on its way for an order that is not paid yet, in pounds: she has finished on the payment page, and the
 * payment is not decided. Null: nothing is, or the provider does not answer.
 */
export async function readUndecided(
  { db, provider }: Pick<Settling, 'db' | 'provider'>,
  orderNumber: string,
): Promise<number | null> {
  const open = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('order_number', '=', orderNumber)
      .where('payment_state', '=', 'open')
      .where('payment_provider', '=', provider.name)
      .executeTakeFirst(),
  )
  if (!open?.payment_session_id) return null
  const record = await provider.getSession(open.payment_session_id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const isUndecided = record?.status === 'complete' && record.paymentStatus === 'unpaid'
  return isUndecided ? poundsFromPence(pence(record.totalPence ?? 0)) : null
}
