import { isDeepStrictEqual } from 'node:util'
import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import { systemClock } from '../../http/limits/pace.ts'
import type { StripeKeys } from '../../secrets/service-keys.ts'
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

/** The prefix of the secret key, sk_… or rk_…, says test or live. */
export type StripeSettings = StripeKeys & {
  /** The URL of a stand-in for Stripe; undefined for Stripe itself. */
  apiBase: string | undefined
  siteUrl: string
  log: Log
  now?: () => Date
  /** For one program by default. */
  requestRates?: RequestRates
  timeouts?: Partial<Timeouts>
}

/** What `openStripe` takes: the keys as they are now, the environment, the public origin, and what the program does. */
export type StripeOptions = {
  /** Null while the shop has none. */
  stripeKeys: () => StripeKeys | null
  config: {
    STRIPE_API_BASE?: string | undefined
    STRIPE_REQUESTS_PER_SECOND?: number | undefined
  }
  siteUrl: string
  log: Log
  work?: ProgramWork | undefined
}

const apiVersion = '2026-10-28.endive'

/** Stripe with the keys of the moment; null without keys. Calls that have begun end with the keys they began with. */
export function openStripe({ stripeKeys, config, siteUrl, log, work }: StripeOptions): () => PaymentProvider | null {
  const { STRIPE_API_BASE: apiBase } = config
  const requestRates = shareRequests(config.STRIPE_REQUESTS_PER_SECOND, work)
  let opened: { keys: StripeKeys; provider: PaymentProvider } | null = null
  return () => {
    const keys = stripeKeys()
    if (!keys) return null
    if (!opened || (opened.keys !== keys && !isDeepStrictEqual(opened.keys, keys))) {
      if (keys.webhookSecrets.length === 0)
        log.warn('the signing secret of Stripe’s webhook is missing: payments are only found by asking')
      opened = { keys, provider: createStripeProvider({ ...keys, apiBase, siteUrl, log, requestRates }) }
    }
    return opened.provider
  }
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
    ...hostOf(apiBase),
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

/** For the Stripe library: the address of a stand-in. */
export function hostOf(base: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (base === undefined) return {}
  const { protocol, hostname, port } = new URL(base)
  const isHttp = protocol === 'http:'
  return { host: hostname, port: port || (isHttp ? '80' : '443'), protocol: isHttp ? 'http' : 'https' }
}
