import type { CampaignDeps } from '#features/campaigns/campaign-deps.ts'
import { createCampaignDeps } from '#features/campaigns/create-campaign-deps.ts'
import type { CheckoutDeps } from '#features/checkout/payment-page.ts'
import { type AddressCodes, createAddressCodes } from '#features/orders/changes/new-address.ts'
import { createDelayTokens, type DelayTokens } from '#features/orders/delays/delay-token.ts'
import { createOrderLinks, type OrderLinks } from '#features/orders/links/order-links.ts'
import { openClickAndDrop } from '#features/postage/click-and-drop/click-and-drop.ts'
import type { PostageDeps } from '#features/postage/postage-deps.ts'
import { pictureBuckets } from '#operations/picture-uses.ts'
import type { EmailTransport } from '#platform/email/email.ts'
import { mailTransport } from '#platform/email/transport.ts'
import { openPayments } from '#platform/payments/open-payments.ts'
import type { ProgramWork } from '#platform/payments/stripe/stripe-calls.ts'
import type { TestWebhookSender } from '#platform/payments/test/test-webhooks.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { openRenditions, type Renditions } from '#platform/storage/pictures/renditions.ts'
import { createObjectResponseCache, type ObjectResponseCache } from '#platform/storage/serving/object-response-cache.ts'
import { openServedObjects, type ServedObjects } from '#platform/storage/serving/served-objects.ts'
import type { AppContext } from './create-app-context.ts'

/** The services that APIs and jobs share: payments, e-mails, images. */
export type Services = {
  paymentDeps: CheckoutDeps
  orderLinks: OrderLinks
  reviewLinks: OrderLinks
  /** Links by which unpaid orders are paid. */
  payLinks: OrderLinks
  addressCodes: AddressCodes
  delayTokens: DelayTokens
  /** Sends the test provider's webhooks; null in a live shop. */
  testWebhookSender: TestWebhookSender | null
  transport: EmailTransport
  renditions: Renditions
  objects: ServedObjects
  ready: ObjectResponseCache
  files: FileStore
  campaignDeps: CampaignDeps
  postageDeps: PostageDeps
  /** Aborts when the program stops: long work ends at a point where the next start can continue it. */
  stopping: AbortSignal
  /** Ends the wait of long-polling requests when the program stops, so that they get a response. */
  endWaiting(): void
  close(): Promise<void>
}

/**
 * `fetch` delivers the test provider's events to /webhooks/test: the application itself, or the network from a worker.
 */
export function createServices(
  context: AppContext,
  fetch: (request: Request) => Response | Promise<Response>,
  work: ProgramWork = context.config.WORKER === 'inline' ? 'both' : 'requests',
): Services {
  const { config, db, log, queue, dataDir } = context
  const { siteUrl } = config
  const live = config.SHOP_MODE === 'live'
  const { smtpUrl, stripe: stripeKeys } = context.serviceKeys
  const { provider, testWebhookSender } = openPayments({ ...context, stripeKeys, live, siteUrl, fetch, work })
  const files = openFileStore({ dataDir, config, log })
  const renditions = openRenditions({ files, log })
  const objects = openServedObjects({ db, changes: context.changes, pictureBuckets })
  const ready = createObjectResponseCache({ objects, siteUrl })
  const transport = mailTransport({ db, smtpUrl, mailFrom: config.mailFrom })
  const stopping = new AbortController()
  const campaignDeps = createCampaignDeps({
    db,
    queue,
    log,
    siteUrl,
    launchAt: () => context.shopSettings().launchAt,
    smtpUrl,
    mailFrom: config.mailFrom,
    klaviyoKey: config.KLAVIYO_API_KEY,
    klaviyoBase: config.KLAVIYO_API_BASE,
    secretFor: context.secretFor,
    stopping: stopping.signal,
  })
  const clickAndDrop = openClickAndDrop({
    isLive: live,
    base: config.CLICK_AND_DROP_API_BASE,
    stopping: stopping.signal,
  })
  return {
    paymentDeps: { db, provider, queue, log, siteUrl },
    orderLinks: createOrderLinks({ siteUrl, secret: context.secretFor('pages of orders') }),
    reviewLinks: createOrderLinks({ siteUrl, secret: context.secretFor('pages of reviews'), page: 'review' }),
    payLinks: createOrderLinks({ siteUrl, secret: context.secretFor('payment links'), page: 'pay' }),
    addressCodes: createAddressCodes(context.secretFor('new addresses of orders')),
    delayTokens: createDelayTokens(context.secretFor('answering a delay')),
    testWebhookSender,
    transport,
    renditions,
    objects,
    ready,
    files,
    campaignDeps,
    postageDeps: { db, queue, log, seal: context.seal, clickAndDrop },
    stopping: stopping.signal,
    endWaiting: () => stopping.abort(),
    async close() {
      await transport.close()
      campaignDeps.sender.close()
    },
  }
}
