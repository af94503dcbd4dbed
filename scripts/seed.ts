import { readConfig } from '#config'
import { openDb } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createTestProvider } from '#platform/payments/test/test-provider.ts'
import { seedOrders } from './seed/seed-orders.ts'
import { runCommand } from './shop/run-command.ts'
import { openShopDatabase } from './shop/shop-database.ts'

// `npm run seed -- orders 200`: adds that many orders of the last four months to a rehearsal shop that has garments.

const mostOrders = 5_000

await runCommand(async () => {
  const [what, typed = '', ...more] = process.argv.slice(2)
  const count = Number(typed)
  if (what !== 'orders' || more.length > 0 || !Number.isInteger(count) || count < 1 || count > mostOrders) {
    throw new AppError('bad_request', `npm run seed -- orders NUMBER (1 to ${mostOrders})`)
  }
  const config = readConfig()
  if (config.SHOP_MODE === 'live') throw new AppError('bad_request', 'A live shop can’t be seeded with sample orders.')
  await using database = await openShopDatabase()
  const { connectionString, log } = database
  const db = openDb({ connectionString, log, maxConnections: 2, applicationName: 'seed' })
  const queue = createQueue({ connectionString, log, working: false })
  try {
    await queue.start()
    const { siteUrl } = config
    // The secret signs webhooks only, and the orders are settled without one.
    const provider = createTestProvider({ db, secret: 'unused', siteUrl })
    const made = await seedOrders({ db, queue, log, provider, siteUrl }, count)
    console.log(`${made.paid} paid orders, ${made.unpaid} unpaid ones. Open the back office to see them.`)
  } finally {
    await queue.stop()
    await db.close()
  }
})
