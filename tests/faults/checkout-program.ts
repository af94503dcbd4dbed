// Buys repeatedly until it is killed: node checkout-program.ts <database> <secret> <code>. Prints a line for each step,
// so that the caller can kill it during a chosen step.
import { randomBytes, randomUUID } from 'node:crypto'
import { CheckoutBody } from '#features/checkout/checkout-request.ts'
import { beginPayment, type CheckoutDeps } from '#features/checkout/payment-page.ts'
import { paymentWebhooks } from '#features/payments/payment-webhooks.api.ts'
import { confirmPaymentJob, paymentJobs } from '#features/payments/payments.jobs.ts'
import { openDb } from '#platform/database/db.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { completeSession } from '#platform/payments/test/ledger.ts'
import { createTestProvider } from '#platform/payments/test/test-provider.ts'
import { deliverEvent, deliverOverHttp, recordEvent } from '#platform/payments/test/test-webhooks.ts'

const [connectionString = '', secret = '', discountCode = ''] = process.argv.slice(2)
const siteUrl = 'http://shop.test'
const log = createLog({ level: 'silent' })
const db = openDb({ connectionString, log })
const queue = createQueue({ connectionString, log, working: false })
await queue.start()
const own = createTestProvider({ db, secret, siteUrl })
const provider: typeof own = {
  ...own,
  async createSession(request) {
    report('asks for a page')
    const session = await own.createSession(request)
    report('has a page')
    return session
  },
}
const paymentDeps: CheckoutDeps = { db, provider, queue, log, siteUrl }
const jobs = paymentJobs(paymentDeps)
const webhooks = paymentWebhooks(paymentDeps)
const deliver = deliverOverHttp({ url: `${siteUrl}/test`, fetch: (request) => webhooks.fetch(request) })
const customer = {
  name: 'Ruth Moab',
  email: 'ruth@example.com',
  phone: null,
  address: { line1: '1 Row', line2: null, city: 'Leeds', postcode: 'LS1 4AP', country: 'GB' },
}
const product = await db.asService((tx) => tx.selectFrom('products').selectAll().executeTakeFirstOrThrow())
const items = [{ id: product.id, size: '10-12', quantity: 2, price: Number(product.price), name: product.name }]

const network = { hash: randomBytes(32).toString('base64url'), isShared: false }

for (;;) {
  const request = CheckoutBody.parse({ items, discountCode, cartId: randomUUID() })
  report('presses')
  const { sessionId } = await beginPayment(paymentDeps, { request, settingSources: {}, userId: null, network })
  report('pays')
  const event = await db.asService(async (tx) => {
    await completeSession(tx, { id: sessionId, delivery: { id: 'tracked-24', pricePence: 650 }, customer })
    return recordEvent(tx, { sessionId, type: 'checkout.session.completed' })
  })
  report('is told')
  await deliverEvent({ db, secret, deliver, log }, event)
  report('settles')
  await jobs[confirmPaymentJob]?.(event)
}

function report(step: string): void {
  process.stdout.write(`${step}\n`)
}
