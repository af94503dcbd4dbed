import type { Hono } from 'hono'
import { lastChangeApi } from '#admin/last-change.api.ts'
import { emailsApi } from '#app/emails/emails.api.ts'
import { accountApi } from '#features/accounts/account.api.ts'
import { peopleApi } from '#features/accounts/people/people.api.ts'
import { campaignApi } from '#features/campaigns/campaign.api.ts'
import { productsApi } from '#features/catalogue/admin/products.api.ts'
import { clothApi } from '#features/catalogue/cloth/cloth.api.ts'
import { customsApi } from '#features/catalogue/customs/customs.api.ts'
import { kindsApi } from '#features/catalogue/kinds.api.ts'
import { moveInApi } from '#features/catalogue/move-in/move-in.api.ts'
import { handOrdersApi } from '#features/checkout/by-hand/hand-orders.api.ts'
import { checkoutApi } from '#features/checkout/checkout.api.ts'
import { noteCheckouts } from '#features/checkout/checkout-health.ts'
import { exchangesApi } from '#features/checkout/exchanges/exchanges.api.ts'
import { joinsApi } from '#features/checkout/joins/joins.api.ts'
import { moveToPaidNow } from '#features/checkout/links/day-paid-now.ts'
import { paymentLinksApi } from '#features/checkout/links/payment-links.api.ts'
import { closePage } from '#features/checkout/payment-page.ts'
import { contactApi } from '#features/content/contact/contact.api.ts'
import { messagesApi } from '#features/content/contact/messages.api.ts'
import { documentsApi } from '#features/content/documents/documents.api.ts'
import { policyVersionsApi } from '#features/content/documents/policy-versions.api.ts'
import { createPreviewTokens } from '#features/content/documents/preview-tokens.ts'
import { listShown } from '#features/content/documents/read-documents.ts'
import { factsOf } from '#features/content/documents/show-document.ts'
import { discountRevenueApi } from '#features/discounts/discount-revenue.api.ts'
import { adminOrdersApi } from '#features/orders/admin/api/admin-orders.api.ts'
import { boardApi } from '#features/orders/board/board.api.ts'
import { changeOrderApi, editOrderApi } from '#features/orders/changes/changes.api.ts'
import { customersApi } from '#features/orders/customers/customers.api.ts'
import { delaysApi } from '#features/orders/delays/delays.api.ts'
import { earlierOrdersApi } from '#features/orders/earlier/earlier-orders.api.ts'
import { orderEmailsApi } from '#features/orders/emails/order-emails.api.ts'
import { ownerEmailsApi } from '#features/orders/emails/owner/owner-emails.api.ts'
import { lastSizesApi } from '#features/orders/last-sizes/last-sizes.api.ts'
import { findOrderApi } from '#features/orders/links/find-order.api.ts'
import { limitOrderPages } from '#features/orders/links/order-by-link.ts'
import { orderPageApi } from '#features/orders/page/order-page.api.ts'
import { parcelsApi } from '#features/orders/parcels/parcels.api.ts'
import { promisesApi } from '#features/orders/promises/promises.api.ts'
import { returnsApi } from '#features/orders/returns/returns.api.ts'
import { paymentWebhooks } from '#features/payments/payment-webhooks.api.ts'
import { reconciliationApi } from '#features/payments/reconciliation/reconciliation.api.ts'
import { refundsApi } from '#features/payments/refunds/refunds.api.ts'
import { stopWithdrawn } from '#features/payments/refunds/stop-withdrawn.ts'
import { postageApi } from '#features/postage/postage.api.ts'
import { etsyReviewsApi } from '#features/reviews/elsewhere/etsy-reviews.api.ts'
import { reviewsApi } from '#features/reviews/reviews.api.ts'
import { movedSlugsApi } from '#features/seo/moved/moved-slugs.api.ts'
import { settingsApi } from '#features/settings/admin/settings.api.ts'
import { createSubscriberDeps } from '#features/subscribers/subscriber-deps.ts'
import { subscribersApi } from '#features/subscribers/subscribers.api.ts'
import { waitlistApi } from '#features/waitlist/waitlist.api.ts'
import { createWaitlistLinks } from '#features/waitlist/waitlist-entries.ts'
import { backupApi } from '#operations/backup/backup.api.ts'
import { customerDataApi } from '#operations/customer-data/customer-data.api.ts'
import { jobsApi } from '#operations/jobs/jobs.api.ts'
import { keysApi } from '#operations/keys/keys.api.ts'
import { pictureBuckets } from '#operations/picture-uses.ts'
import { problemsApi } from '#operations/problems/list-problems.ts'
import { startApi } from '#operations/start/start.api.ts'
import { todayApi } from '#operations/today/read-today.ts'
import { authApi } from '#platform/auth/auth.api.ts'
import type { AuthDeps } from '#platform/auth/auth-deps.ts'
import { mailboxPages } from '#platform/email/mailbox.pages.ts'
import type { Env } from '#platform/http/env.ts'
import { limitNetworks } from '#platform/http/limits/client-ip.ts'
import { devPages } from '#platform/pages/dev-pages.ts'
import { testPaymentPages } from '#platform/payments/test/test-payment.pages.ts'
import { storagePublicApi } from '#platform/storage/serving/storage-public.api.ts'
import { storageApi } from '#platform/storage/storage.api.ts'
import { shop as brand } from '#shop'
import { plainPageCss } from '#ui/look/look-css.ts'
import type { AppContext } from './create-app-context.ts'
import type { Services } from './services.ts'

/** Of one network, where many people may be: the office of a few administrators makes a tenth of it. */
const calls = { perMinute: 600 }

/** Every API besides the three protocols, each under its path. A live shop has none of the rehearsal's. */
export function registerApiRoutes(
  {
    config,
    db,
    queue,
    clock,
    documents,
    shopSettings,
    settings,
    settingSources,
    secretFor,
    seal,
    serviceKeys,
    log,
    newestBackup,
  }: AppContext,
  services: Services,
  authDeps: AuthDeps,
): (app: Hono<Env>) => void {
  const {
    paymentDeps,
    orderLinks: links,
    addressCodes: codes,
    delayTokens,
    reviewLinks,
    payLinks,
    testWebhookSender,
    files,
    renditions,
    objects,
    ready,
  } = services
  const isRehearsal = config.SHOP_MODE === 'rehearsal'
  const hasTestPayments = () => paymentDeps.provider.name === 'test'
  const rehearsal = () =>
    isRehearsal
      ? ({
          payments: hasTestPayments() ? 'simulated' : 'test',
          emails: serviceKeys.smtpUrl() === undefined ? 'mailbox' : 'sent',
        } as const)
      : null
  const storageSecret = secretFor('signed storage addresses')
  const networkSecret = secretFor('networks of checkouts')
  const facts = () => factsOf(shopSettings(), clock.now())
  const emailSampleDeps = { db, seal, siteUrl: config.siteUrl, documents, facts, now: clock.now }
  const functions = [
    checkoutApi({ ...paymentDeps, settingSources, networkSecret }),
    handOrdersApi({ ...paymentDeps, settingSources, payLinks }),
    exchangesApi({ ...paymentDeps, settingSources, payLinks }),
    joinsApi({ ...paymentDeps, settingSources, links, payLinks, networkSecret }),
    paymentLinksApi({ ...paymentDeps, settingSources, payLinks }),
    accountApi(),
    peopleApi(authDeps),
    customerDataApi(),
    contactApi(authDeps),
    messagesApi(),
    policyVersionsApi(),
    documentsApi({ facts, previews: createPreviewTokens(secretFor('previews of pages'), clock.now) }),
    emailsApi({ ...emailSampleDeps, queue }),
    orderEmailsApi(paymentDeps),
    delaysApi(paymentDeps),
    promisesApi(),
    orderPageApi({ links }),
    changeOrderApi({ queue, links, codes }),
    editOrderApi(),
    findOrderApi(authDeps),
    returnsApi({ queue, stopWithdrawn: stopWithdrawn(paymentDeps), links, storageSecret }),
    reviewsApi({ queue, links: reviewLinks, orderLinks: links, storageSecret }),
    etsyReviewsApi(),
    adminOrdersApi({
      closePage: (orderId) => closePage(paymentDeps, orderId),
      promiseFromToday: (tx, orderId) => moveToPaidNow(tx, { orderId, settingSources }),
    }),
    boardApi(),
    customersApi(),
    earlierOrdersApi(),
    lastSizesApi(),
    parcelsApi(),
    postageApi(services.postageDeps),
    refundsApi({ ...paymentDeps, links, delayTokens }),
    campaignApi(services.campaignDeps),
    subscribersApi(createSubscriberDeps({ db, queue, siteUrl: config.siteUrl, secretFor })),
    waitlistApi({ authDeps, links: createWaitlistLinks({ siteUrl: authDeps.siteUrl, secretFor }) }),
    lastChangeApi(),
    jobsApi({ queue }),
    keysApi({ config, seal, serviceKeys }),
    startApi({ config, db, serviceKeys, newestBackup, shown: () => listShown(documents(), clock.now()) }),
    problemsApi({ db, queue, config, log, newestBackup }),
    todayApi(),
    backupApi({ config, log }),
    settingsApi({ settings, settingSources }),
    productsApi({ rehearsal }),
    clothApi(),
    kindsApi(),
    customsApi(),
    moveInApi({ queue, siteUrl: config.siteUrl, kinds: () => shopSettings().kinds }),
    reconciliationApi(paymentDeps),
    discountRevenueApi(),
    ownerEmailsApi(),
    movedSlugsApi(),
  ]
  return (app) => {
    app.route('/auth/v1', authApi(authDeps))
    // Before all of them, so that none can be without a limit. Measurements are counted without an address in the database.
    app.use('/functions/v1/*', limitNetworks('functions', calls))
    app.use('/functions/v1/create-stripe-checkout', noteCheckouts(db))
    for (const api of functions) app.route('/functions/v1', api)
    app.route('/storage/v1', storagePublicApi({ files, renditions, objects, ready }))
    app.route('/storage/v1', storageApi({ ...services, db, queue, pictureBuckets, secret: storageSecret }))
    app.route('/webhooks', paymentWebhooks(paymentDeps))
    if (testWebhookSender) {
      app.use('/test-payment/*', async (c, next) => (hasTestPayments() ? next() : c.notFound()))
      app.route(
        '/test-payment',
        testPaymentPages({ ...testWebhookSender, siteUrl: config.siteUrl, brand, style: plainPageCss }),
      )
    }
    app.use(devPages({ isRehearsal }))
    if (isRehearsal) app.route('/dev/mailbox', mailboxPages({ db, brand, style: plainPageCss }))
    // Last, since it applies to pages: the paths that no API above handles.
    app.use(limitOrderPages())
  }
}
