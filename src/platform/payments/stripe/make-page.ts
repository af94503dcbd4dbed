import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import type { OpenSession, SessionRequest } from '../provider.ts'
import { couponParams, type SessionParams, sessionParams, withoutConsent } from './session-params.ts'
import { underKeys } from './stored-faults.ts'

type Making = { stripe: Stripe; log: Log; siteUrl: string; faults: () => number }

/** A payment page and, before it, its coupon; each once under its key, however often it is asked for. */
export async function makePage(
  { stripe, log, siteUrl, faults }: Making,
  request: SessionRequest,
): Promise<OpenSession> {
  const key = request.idempotencyKey
  const discount = couponParams(request)
  const coupon = discount
    ? await underKeys(`${key}:coupon`, faults, (idempotencyKey) => stripe.coupons.create(discount, { idempotencyKey }))
    : null
  const params = sessionParams(withWholeAddresses(request, siteUrl), { coupon: coupon?.id ?? null })
  const make = (asked: SessionParams, under: string) =>
    underKeys(under, faults, (idempotencyKey) => stripe.checkout.sessions.create(asked, { idempotencyKey }))
  const session = await make(params, key).catch((error: unknown) => {
    if (!lacksTerms(error)) throw error
    log.error(
      { order: request.orderId },
      'Stripe has no address of the terms: the page does not ask to agree to them. Settings, Public details, Terms of service',
    )
    return make(withoutConsent(params), `${key}:no-consent`)
  })
  if (!session.url) throw new Error(`Stripe made the page ${session.id} without an address`)
  return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) }
}

/** The shop's pictures have paths; Stripe shows them on a page of its own. */
function withWholeAddresses(request: SessionRequest, siteUrl: string): SessionRequest {
  const whole = (url: string | null) => (url !== null && URL.canParse(url, siteUrl) ? new URL(url, siteUrl).href : null)
  return { ...request, lines: request.lines.map((line) => ({ ...line, imageUrl: whole(line.imageUrl) })) }
}

/** Consent is asked for only when the owner has told Stripe where her terms are; selling must not wait for that. */
function lacksTerms(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    /consent_collection|terms of service/i.test(`${error.param} ${error.message}`)
  )
}
