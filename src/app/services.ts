import type { Campaigning } from '#features/campaigns/campaigning.ts'
import { openCampaigning } from '#features/campaigns/open-campaigning.ts'
import type { CheckoutDeps } from '#features/checkout/payment-page.ts'
import type { EmailTransport } from '#platform/email/email.ts'
import { mailTransport } from '#platform/email/transport.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { createStripeProvider } from '#platform/payments/stripe/stripe-provider.ts'
import { createTestProvider } from '#platform/payments/test/test-provider.ts'
import { deliverOverHttp, type TestWebhookSender } from '#platform/payments/test/test-webhooks.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { openRenditions, type Renditions } from '#platform/storage/pictures/renditions.ts'
import { createObjectResponseCache, type ObjectResponseCache } from '#platform/storage/serving/object-response-cache.ts'
import { openServedObjects, type ServedObjects } from '#platform/storage/serving/served-objects.ts'
import type { AppContext } from './create-app-context.ts'

/** The services that APIs and jobs share: payments, e-mails, images. */
export type Services = {
  paying: CheckoutDeps
  /** Sends the test provider's webhooks; null with Stripe. */
  testWebhookSender: TestWebhookSender | null
  transport: EmailTransport
  renditions: Renditions
  objects: ServedObjects
  ready: ObjectResponseCache
  files: FileStore
  campaigning: Campaigning
  /** Aborts when the program stops: long work ends where it can be continued. */
  stopping: AbortSignal
  /** Answers requests that wait for something long when the program stops. */
  endWaiting(): void
  close(): Promise<void>
}

/**
 * `fetch` delivers the test provider's events to /webhooks/test: the application itself, or the network from a worker.
 */
export function createServices(shop: AppContext, fetch: (request: Request) => Response | Promise<Response>): Services {
  const { config, db, log, queue, dataDir } = shop
  const { siteUrl } = config
  const { provider, testWebhookSender } = openPayments(shop, fetch)
  const files = openFileStore({ dataDir, config, log })
  const renditions = openRenditions({ files, log })
  const objects = openServedObjects({ db, changes: shop.changes })
  const ready = createObjectResponseCache({ objects, siteUrl })
  const transport = mailTransport({ db, smtpUrl: config.SMTP_URL, mailFrom: config.mailFrom })
  const stopping = new AbortController()
  const campaigning = openCampaigning({
    db,
    queue,
    log,
    siteUrl,
    launchAt: () => shop.shopSettings().launchAt,
    smtpUrl: config.SMTP_URL,
    mailFrom: config.mailFrom,
    klaviyoKey: config.KLAVIYO_API_KEY,
    klaviyoBase: config.KLAVIYO_API_BASE,
    secretFor: shop.secretFor,
    stopping: stopping.signal,
  })
  return {
    paying: { db, provider, queue, log, siteUrl },
    testWebhookSender,
    transport,
    renditions,
    objects,
    ready,
    files,
    campaigning,
    stopping: stopping.signal,
    endWaiting: () => stopping.abort(),
    async close() {
      await transport.close()
      campaigning.sender.close()
    },
  }
}

type Payments = { provider: PaymentProvider; testWebhookSender: TestWebhookSender | null }

/** Stripe if its key is set, otherwise the test provider, in rehearsal alone: a live shop requires a key. */
function openPayments(
  { config, db, log, secretFor }: AppContext,
  fetch: (request: Request) => Response | Promise<Response>,
): Payments {
  const { siteUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, stripeWebhookSecrets } = config
  if (secretKey) {
    if (stripeWebhookSecrets.length === 0)
      log.warn('STRIPE_WEBHOOK_SECRET is missing: payments are only found by asking')
    const provider = createStripeProvider({ secretKey, webhookSecrets: stripeWebhookSecrets, apiBase, siteUrl, log })
    return { provider, testWebhookSender: null }
  }
  if (config.SHOP_MODE === 'live') throw new Error('A live shop takes no pretended payments')
  const secret = secretFor('the test provider’s webhook')
  const deliver = deliverOverHttp({ url: `${siteUrl}/webhooks/test`, fetch })
  return { provider: createTestProvider({ db, secret, siteUrl }), testWebhookSender: { db, secret, log, deliver } }
}
