import { sql } from 'kysely'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shortestPageMinutes } from '#platform/payments/provider.ts'
import { type CheckoutDeps, giveUp, openPage } from './payment-page.ts'

/**
 * Finishes what a killed program left half done: orders written a minute ago that still have no payment page get it,
 * by the same request under the same key; those whose time is over, or too short for a page to be made, give back what they hold. So do those of a provider
 * the shop no longer has, which nobody can ask. An order entered by hand has no page to come and is left alone.
 */
export async function finishCheckouts(paying: CheckoutDeps): Promise<void> {
  const { db, log, provider } = paying
  const isOver = sql<boolean>`payment_session_expires_at <= shop_now()`
  const isTooLate = sql<boolean>`(payment_session_expires_at <= shop_now() + case when payment_state = 'creating'
    then ${shortestPageMinutes} * interval '1 minute' else interval '0' end)`
  const orders = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['id', 'payment_session_id', isTooLate.as('is_over')])
      .where('payment_session_expires_at', 'is not', null)
      .where((is) =>
        is.or([
          is.and([
            is('payment_state', '=', 'creating'),
            is('payment_provider', '=', provider.name),
            is('created_at', '<', sql<Date>`shop_now() - interval '60 seconds'`),
          ]),
          is.and([
            is('payment_state', 'in', ['creating', 'open']),
            is('payment_provider', '<>', provider.name),
            is('needs_review', 'is', null),
            isOver,
          ]),
        ]),
      )
      .orderBy('created_at')
      .limit(100)
      .execute(),
  )
  let isProviderThere = true
  for (const { id, payment_session_id: sessionId, is_over } of orders) {
    if (!is_over && !isProviderThere) continue
    await (is_over ? giveUp(db, id, sessionId) : openPage(paying, id)).catch((error: unknown) => {
      log.error({ error, order: id }, 'a checkout could not be finished and is tried again')
      isProviderThere = !(error instanceof AppError && error.code === 'payment_provider_down')
    })
  }
}
