import { sql } from 'kysely'
import { isNoted } from '#features/orders/order-notes.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { paymentProviders } from '#platform/payments/providers.ts'
import { type CheckoutDeps, closePage, expireOrder, openPage } from './payment-page.ts'

/**
 * Recovers checkouts a crash interrupted: orders older than a minute without a payment page get it by the same request
 * under the same idempotency key. Orders that have expired or have too little time left for a page, and expired orders
 * of a provider that is no longer configured, release what they hold. Manual orders are left alone.
 */
export async function finishCheckouts(paymentDeps: CheckoutDeps): Promise<void> {
  const { db, log, provider } = paymentDeps
  const isOver = sql<boolean>`payment_session_expires_at <= shop_now()`
  const isTooLate = sql<boolean>`(payment_session_expires_at <= shop_now() + case when provider_state = 'creating'
    then ${paymentProviders[provider.name].minPageMinutes} * interval '1 minute' else interval '0' end)`
  const orders = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['id', 'payment_session_id', isTooLate.as('is_over')])
      .where('payment_session_expires_at', 'is not', null)
      .where((is) =>
        is.or([
          is.and([
            is('provider_state', '=', 'creating'),
            is('payment_provider', '=', provider.name),
            is('created_at', '<', sql<Date>`shop_now() - interval '60 seconds'`),
          ]),
          is.and([
            is('provider_state', 'in', ['creating', 'open']),
            is('payment_provider', '<>', provider.name),
            sql<boolean>`not ${isNoted('pre_orders.id')}`,
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
    await (is_over ? expireOrder(db, id, sessionId) : openPage(paymentDeps, id)).catch((error: unknown) => {
      log.error({ error, order: id }, 'a checkout could not be finished and is tried again')
      isProviderThere = !(error instanceof AppError && error.code === 'payment_provider_down')
    })
  }
}

/** Closes the payment pages of orders that were set to paid meanwhile, so that they are not paid twice. */
export async function closePaidPages(paymentDeps: CheckoutDeps): Promise<void> {
  const { db, log, provider } = paymentDeps
  const orders = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('id')
      .where('provider_state', '=', 'open')
      .where('payment_status', '=', 'paid')
      .where('payment_provider', '=', provider.name)
      .where(sql<boolean>`not ${isNoted('pre_orders.id')}`)
      .limit(100)
      .execute(),
  )
  for (const { id } of orders) {
    await closePage(paymentDeps, id).catch((error: unknown) => {
      log.error({ error, order: id }, 'the payment page of an order that is set to paid could not be closed')
    })
  }
}
