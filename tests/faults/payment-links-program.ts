// Writes orders down and pays them by their links until it is killed: node payment-links-program.ts <database> <secret>.
// Prints a line for each step, so that the caller can kill it during a chosen step.
import { randomUUID } from 'node:crypto'
import { addHandOrder } from '#features/checkout/by-hand/hand-order.contract.ts'
import { placeByHand } from '#features/checkout/by-hand/hand-order.ts'
import type { LinkDeps } from '#features/checkout/by-hand/terms-by-hand.ts'
import { openByLink } from '#features/checkout/links/payment-links.ts'
import { settleOrder } from '#features/payments/settle-order.ts'
import { openDb } from '#platform/database/db.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { completeSession } from '#platform/payments/test/ledger.ts'
import { createTestProvider } from '#platform/payments/test/test-provider.ts'

const [connectionString = '', secret = ''] = process.argv.slice(2)
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
const deps: LinkDeps = { db, provider, queue, log, siteUrl, settingSources: {} }
const product = await db.asService((tx) => tx.selectFrom('products').selectAll().executeTakeFirstOrThrow())

for (;;) {
  const order = addHandOrder.request.parse({
    request_id: randomUUID(),
    items: [{ id: product.id, size: '10-12', quantity: 1 }],
    country: 'GB',
    service: 'collected',
    customer_name: 'Ruth Moab',
    customer_email: 'ruth@example.com',
    payment: 'link',
    total_pence: Math.round(Number(product.price) * 100),
  })
  report('writes down')
  const { id } = await db.asService((tx) => placeByHand(tx, deps, order))
  report('opens')
  const { sessionId } = await openByLink(deps, id, `${siteUrl}/pay/x`)
  report('pays')
  await db.asService((tx) => completeSession(tx, { id: sessionId, delivery: null, customer: null }))
  report('settles')
  await settleOrder(deps, sessionId)
}

function report(step: string): void {
  process.stdout.write(`${step}\n`)
}
