import Stripe from 'stripe'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider } from '../provider.ts'
import { askStripe } from './ask-stripe.ts'
import { createCalls, type Pace, type Patience, pace, patience } from './calls.ts'
import { machineClock } from './clock.ts'
import { readEvent } from './read-event.ts'

export type StripeSettings = {
  /** sk_… or rk_…, and by it test or live. */
  secretKey: string
  /** Of every endpoint that may send events here; while one is changed, the old and the new. */
  webhookSecrets: string[]
  /** Another address than Stripe's own, in a rehearsal. */
  apiBase: string | undefined
  siteUrl: string
  log: Log
  now?: () => Date
  pace?: Partial<Pace>
  patience?: Partial<Patience>
}

const apiVersion = '2026-10-28.endive'

/** Stripe by its hosted pages; docs/stripe.md says what the owner sets there. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const { secretKey, webhookSecrets: secrets, apiBase, siteUrl, log, now = () => new Date() } = settings
  const isLive = /^[a-z]+_live_/.test(secretKey)
  const allowed = { ...patience, ...settings.patience }
  const calls = createCalls({ log, clock: machineClock, pace: { ...pace, ...settings.pace }, patience: allowed })
  const stripe = new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: allowed.perRequest,
    telemetry: false,
    httpClient: calls.httpClient,
    appInfo: { name: 'kindred-wardrobe', url: siteUrl },
    ...(apiBase !== undefined && addressOf(apiBase)),
  })
  const common = {
    name: 'stripe' as const,
    verifyEvent: async (rawBody: string, headers: Headers) =>
      readEvent(rawBody, headers, { secrets, isLive, now: now() }),
    // A rehearsal's address has no dashboard.
    dashboardUrl: (paymentId: string) =>
      apiBase === undefined ? `https://dashboard.stripe.com/${isLive ? '' : 'test/'}payments/${paymentId}` : null,
    inBackground: () => slow,
  }
  const slow: PaymentProvider = {
    ...common,
    ...askStripe({ stripe, calls, log, siteUrl, lanes: { pages: 'background', rest: 'background' } }),
  }
  return { ...common, ...askStripe({ stripe, calls, log, siteUrl, lanes: { pages: 'checkout', rest: 'confirming' } }) }
}

function addressOf(base: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port } = new URL(base)
  const isOpen = protocol === 'http:'
  return { host: hostname, port: port || (isOpen ? '80' : '443'), protocol: isOpen ? 'http' : 'https' }
}
