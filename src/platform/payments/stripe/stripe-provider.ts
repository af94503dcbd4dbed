import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import { systemClock } from '../../http/limits/pace.ts'
import type { PaymentProvider } from '../provider.ts'
import { readEvent } from './read-event.ts'
import {
  createStripeCalls,
  type ProgramWork,
  type RequestRates,
  shareRequests,
  type Timeouts,
  timeouts,
} from './stripe-calls.ts'
import { createStripeOperations } from './stripe-operations.ts'

export type StripeSettings = {
  /** sk_… or rk_…; its prefix says test or live. */
  secretKey: string
  /** One for each webhook endpoint; while a secret is rotated, the old and the new. */
  webhookSecrets: string[]
  /** The URL of a stand-in for Stripe; undefined for Stripe itself. */
  apiBase: string | undefined
  siteUrl: string
  log: Log
  now?: () => Date
  /** For one program by default. */
  requestRates?: RequestRates
  timeouts?: Partial<Timeouts>
}

/** What `openStripe` takes from the environment, the public origin, and what the program does. */
export type StripeOptions = {
  config: {
    STRIPE_SECRET_KEY?: string | undefined
    STRIPE_API_BASE?: string | undefined
    STRIPE_REQUESTS_PER_SECOND?: number | undefined
    stripeWebhookSecrets: string[]
  }
  siteUrl: string
  log: Log
  work?: ProgramWork | undefined
}

const apiVersion = '2026-10-28.endive'

/** Stripe, if STRIPE_SECRET_KEY is set. */
export function openStripe({ config, siteUrl, log, work }: StripeOptions): { provider: PaymentProvider } | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, stripeWebhookSecrets: webhookSecrets } = config
  if (!secretKey) return null
  if (webhookSecrets.length === 0) log.warn('STRIPE_WEBHOOK_SECRET is missing: payments are only found by asking')
  const requestRates = shareRequests(config.STRIPE_REQUESTS_PER_SECOND, work)
  return { provider: createStripeProvider({ secretKey, webhookSecrets, apiBase, siteUrl, log, requestRates }) }
}

/** Payments on Stripe's hosted pages; docs/owner/stripe.md lists the owner's settings at Stripe. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const {
    secretKey,
    webhookSecrets: secrets,
    apiBase,
    siteUrl,
    log,
    requestRates = shareRequests(),
    now = () => new Date(),
  } = settings
  const isLive = /^[a-z]+_live_/.test(secretKey)
  const limits = { ...timeouts, ...settings.timeouts }
  const calls = createStripeCalls({ log, clock: systemClock, requestRates, timeouts: limits })
  const stripe = new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: limits.perRequest,
    telemetry: false,
    httpClient: calls.httpClient,
    appInfo: { name: 'kindred-wardrobe', url: siteUrl },
    ...(apiBase !== undefined && hostOf(apiBase)),
  })
  const common = {
    name: 'stripe' as const,
    verifyEvent: async (rawBody: string, headers: Headers) =>
      readEvent(rawBody, headers, { secrets, isLive, now: now() }),
    // A stand-in has no dashboard.
    dashboardUrl: (paymentId: string) =>
      apiBase === undefined ? `https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/${paymentId}` : null,
    clockAheadMs: calls.clockAheadMs,
    inBackground: () => background,
  }
  const background: PaymentProvider = {
    ...common,
    ...createStripeOperations({
      stripe,
      calls,
      log,
      siteUrl,
      throttles: { pages: 'background', rest: 'background' },
    }),
  }
  const throttles = { pages: 'checkout', rest: 'confirming' } as const
  return { ...common, ...createStripeOperations({ stripe, calls, log, siteUrl, throttles }) }
}

function hostOf(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port } = new URL(base)
  const isHttp = protocol === 'http:'
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' }
}
