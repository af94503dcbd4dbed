import type { Campaigning } from '#features/campaign/sending/campaigning.ts'
import { openCampaigning } from '#features/campaign/sending/open-campaigning.ts'
import type { Paying } from '#features/checkout/payment-page.ts'
import { type Derivatives, openDerivatives } from '#features/storage/derivatives.ts'
import type { MailTransport } from '#infrastructure/mail/letter.ts'
import { mailTransport } from '#infrastructure/mail/transport.ts'
import { type Courier, deliverOverHttp } from '#infrastructure/payments/test/events.ts'
import { createTestProvider } from '#infrastructure/payments/test/test-provider.ts'
import { launchAtOf } from './launch-at.ts'
import type { Shop } from './open-shop.ts'

/** What the doors and the jobs share: how payments, letters and pictures are dealt with. */
export type Services = {
  paying: Paying
  courier: Courier
  transport: MailTransport
  derivatives: Derivatives
  campaigning: Campaigning
  /** Answers those who wait for something long, since the program is told to stop. */
  endWaiting(): void
  close(): Promise<void>
}

// Selling with pretended payments would be worse than not opening.
const withoutStripe =
  'payments by Stripe are not part of this version, so the shop opens in rehearsal only: SHOP_MODE=rehearsal, no STRIPE_SECRET_KEY.'

/** `fetch` brings the test provider's events to /webhooks/test: the application itself, or the network from a worker. */
export function openServices(shop: Shop, fetch: (request: Request) => Response | Promise<Response>): Services {
  const { config, db, log, queue, dataDir } = shop
  const { siteUrl } = config
  const secret = shop.secretFor('the test provider’s webhook')
  if (config.SHOP_MODE === 'live' || config.STRIPE_SECRET_KEY) throw new Error(withoutStripe)
  const provider = createTestProvider({ db, secret, siteUrl })
  const derivatives = openDerivatives({ dataDir, log })
  const transport = mailTransport({ db, smtpUrl: config.SMTP_URL, mailFrom: config.mailFrom })
  const stopping = new AbortController()
  const campaigning = openCampaigning({
    db,
    queue,
    log,
    siteUrl,
    launchAt: () => launchAtOf(shop),
    smtpUrl: config.SMTP_URL,
    mailFrom: config.mailFrom,
    klaviyoKey: config.KLAVIYO_API_KEY,
    klaviyoBase: config.KLAVIYO_API_BASE,
    secretFor: shop.secretFor,
    stopping: stopping.signal,
  })
  return {
    paying: { db, provider, queue, log, siteUrl },
    courier: { db, secret, log, deliver: deliverOverHttp({ url: `${siteUrl}/webhooks/test`, fetch }) },
    transport,
    derivatives,
    campaigning,
    endWaiting: () => stopping.abort(),
    async close() {
      await derivatives.stop()
      await transport.close()
      campaigning.sender.close()
    },
  }
}
