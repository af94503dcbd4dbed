import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import type { OpenSession, SessionRequest } from '../provider.ts'
import { withIdempotencyKeys } from './idempotency-keys.ts'
import { couponParams, type SessionParams, sessionParams, withoutConsent } from './session-params.ts'

type CreatePageDeps = { stripe: Stripe; log: Log; siteUrl: string; serverErrors: () => number }

/** Creates a payment page and, before it, its coupon; a repeated request returns the same page. */
export async function createPaymentPage(
  { stripe, log, siteUrl, serverErrors }: CreatePageDeps,
  request: SessionRequest,
): Promise<OpenSession> {
  const key = request.idempotencyKey
  const discount = couponParams(request)
  const coupon = discount
    ? await withIdempotencyKeys(`${key}:coupon`, serverErrors, (idempotencyKey) =>
        stripe.coupons.create(discount, { idempotencyKey }),
      )
    : null
  const params = sessionParams(withAbsoluteImages(request, siteUrl), { coupon: coupon?.id ?? null })
  const create = (pageParams: SessionParams, under: string) =>
    withIdempotencyKeys(under, serverErrors, (idempotencyKey) =>
      stripe.checkout.sessions.create(pageParams, { idempotencyKey }),
    )
  const session = await create(params, key).catch((error: unknown) => {
    if (!lacksTerms(error)) throw error
    log.error(
      { order: request.orderId },
      'Stripe has no address of the terms: the page does not ask to agree to them. Settings, Public details, Terms of service',
    )
    return create(withoutConsent(params), `${key}:no-consent`)
  })
  if (!session.url) throw new Error(`Stripe made the page ${session.id} without an address`)
  return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) }
}

/** Image URLs without a host become absolute: Stripe shows the images on its own page. */
function withAbsoluteImages(request: SessionRequest, siteUrl: string): SessionRequest {
  const absolute = (url: string | null) =>
    url !== null && URL.canParse(url, siteUrl) ? new URL(url, siteUrl).href : null
  return { ...request, lines: request.lines.map((line) => ({ ...line, imageUrl: absolute(line.imageUrl) })) }
}

/**
 * Whether Stripe refused the page because its settings have no URL of the terms. The page then has no consent box, so
 * that the shop can sell.
 */
function lacksTerms(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    /consent_collection|terms of service/i.test(`${error.param} ${error.message}`)
  )
}
