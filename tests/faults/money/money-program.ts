// The payment parts of the shop, for tests that kill them: node tests/faults/money/money-program.ts SETTINGS (JSON).
// Its functions and webhooks respond over HTTP, its jobs settle, refund and send e-mails; prints `ready` when all of
// them run.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { checkoutApi } from '#features/checkout/checkout.api.ts'
import { finishCheckouts } from '#features/checkout/checkout.jobs.ts'
import { createDelayTokens } from '#features/orders/delays/delay-token.ts'
import { createOrderLinks } from '#features/orders/links/order-links.ts'
import { returnsApi } from '#features/orders/returns/returns.api.ts'
import { paymentWebhooks } from '#features/payments/payment-webhooks.api.ts'
import {
  confirmPaymentJob,
  listUnhandledEvents,
  paymentJobs,
  settleOpenSessions,
} from '#features/payments/payments.jobs.ts'
import { reconciliationApi } from '#features/payments/reconciliation/reconciliation.api.ts'
import { refundsApi } from '#features/payments/refunds/refunds.api.ts'
import { sendRefundJob } from '#features/payments/refunds/request-refund.ts'
import { listUnsentRefunds, sendRefund } from '#features/payments/refunds/send-refund.ts'
import { stopWithdrawn } from '#features/payments/refunds/stop-withdrawn.ts'
import { openDb } from '#platform/database/db.ts'
import { sendEmailJob, sweepOutbox } from '#platform/email/outbox.ts'
import { sendEmails } from '#platform/email/send-email.ts'
import { createApp } from '#platform/http/app.ts'
import { armFaultPoint } from '#platform/jobs/fault-points.ts'
import { createQueue, sweep } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createStripeProvider } from '#platform/payments/stripe/stripe-provider.ts'
import type { MoneyProgram } from './killable-shop.ts'

const settings: MoneyProgram = JSON.parse(process.argv[2] ?? '{}')
const { connectionString, port, siteUrl, jwtSecret, stripe, postbox, dies } = settings
const log = createLog({ level: settings.logLevel, name: 'money-program' })
const db = openDb({ connectionString, log })
const queue = createQueue({ connectionString, log })
const provider = createStripeProvider({
  secretKey: stripe.secretKey,
  webhookSecrets: [stripe.webhookSecret],
  apiBase: stripe.url,
  siteUrl,
  log,
})
const paymentDeps = { db, provider, queue, log, siteUrl }
const links = createOrderLinks({ siteUrl, secret: jwtSecret })
const delayTokens = createDelayTokens(jwtSecret)
const app = createApp({
  db,
  log,
  siteUrl,
  live: false,
  jwtSecret,
  apiKeyRequired: false,
  rateLimits: false,
  trustProxy: '1',
  exposed: [],
  ready: async () => true,
  routes: (routes) => {
    routes.route('/functions/v1', checkoutApi({ ...paymentDeps, networkSecret: jwtSecret }))
    routes.route('/functions/v1', refundsApi({ ...paymentDeps, links, delayTokens }))
    routes.route('/functions/v1', reconciliationApi(paymentDeps))
    const deps = { queue, stopWithdrawn: stopWithdrawn(paymentDeps) }
    routes.route('/functions/v1', returnsApi({ ...deps, links, storageSecret: jwtSecret }))
    routes.route('/webhooks', paymentWebhooks(paymentDeps))
  },
})
const write = async () => ({ subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' })
const emailTemplates = {
  order_confirmation: write,
  order_refunded: write,
  order_cancelled: write,
  order_return_requested: write,
  owner_return_requested: write,
}
/** A mail server that records every e-mail it accepts. */
const transport = {
  send: async ({ messageId }: { messageId: string }) => appendFileSync(postbox, `${messageId}\n`),
  close: () => undefined,
}
await queue.start()
await queue.work({
  [sendEmailJob]: sendEmails({ db, queue, transport, templates: emailTemplates, log }),
  [sendRefundJob]: sendRefund(paymentDeps),
  ...paymentJobs(paymentDeps),
})
await sweepOutbox({ db, queue, everySeconds: 2 })
await sweep({ db, queue, name: confirmPaymentJob, everySeconds: 2, unfinished: listUnhandledEvents })
await sweep({ db, queue, name: sendRefundJob, everySeconds: 2, unfinished: listUnsentRefunds(provider.name) })
await queue.schedule('checkout.finish-checkouts', 2, () => finishCheckouts(paymentDeps))
await queue.schedule('orders.reconcile-expired', 2, () => settleOpenSessions(paymentDeps, 'expired'))
await queue.schedule('orders.reconcile-open', 5, () => settleOpenSessions(paymentDeps, 'open'))
// Armed after the start, so that every start completes.
if (dies) armFaultPoint(dies)
const server = createServer(getRequestListener(app.fetch))
await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
process.stdout.write('ready\n')
