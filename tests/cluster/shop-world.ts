import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { checkMoney } from '#tests/fixtures/money-checker.ts'
import { dataFolder, type Running, startShop, startWorker } from '#tests/fixtures/program.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { readStripeLedger } from '#tests/fixtures/stripe-ledger.ts'
import type { Buyers } from './buyers.ts'
import { until } from './own-process.ts'

/** The stand-in's usual customer. */
const buyerAddress = 'shopper@example.com'

export const owner = { email: 'owner@example.com', password: 'a password of the tests 7' }

export type ShopWorld = Awaited<ReturnType<typeof shopWorld>>

/**
 * What several programs of one shop share: a data folder, Stripe and a mail server. `env` replaces or adds variables.
 */
export async function shopWorld(env: Record<string, string>) {
  const data = await dataFolder()
  const stripe = await startStripe({ fsync: false })
  const smtp = await smtpServer()
  const shared = {
    JWT_SECRET: 'a secret that the programs of this test share',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    RATE_LIMITS: 'false',
    TRUST_PROXY: '1',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'fatal',
    ...env,
  }
  const running = new Set<AsyncDisposable>()
  async function keep<T extends AsyncDisposable>(started: Promise<T>): Promise<T> {
    const program = await started
    running.add(program)
    return program
  }
  return {
    stripe,
    smtp,
    /** The environment of a command beside the programs. */
    env: { ...shared, DATA_DIR: data.path },
    shop: (port: number, more: Record<string, string> = {}): Promise<Running> =>
      keep(startShop(data.path, port, { ...shared, ...more })),
    worker: (port: number) => keep(startWorker(data.path, port, shared)),
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map((program) => program[Symbol.asyncDispose]()))
      await stripe[Symbol.asyncDispose]()
      await smtp[Symbol.asyncDispose]()
      await data[Symbol.asyncDispose]()
    },
  }
}

/** `sent`: confirmations that the mail server took; `sentTwice`: how many of them it took again. */
export type Outcome = { orders: number; sent: number; sentTwice: number; violations: string[] }

/**
 * Waits until the running programs have settled everything; `violations` is what was still wrong after three minutes.
 */
export async function settled(
  { stripe, smtp }: ShopWorld,
  { connectionString, buyers }: { connectionString: string; buyers: Buyers },
): Promise<Outcome> {
  const db = openDb({ connectionString, log: createLog({ level: 'silent' }), maxConnections: 2 })
  const arrived = () => smtp.received.filter(({ taken, to }) => taken && to.includes(buyerAddress))
  let violations: string[] = []
  const books = await readStripeLedger(stripe)
  try {
    const isDone = async () => {
      const promised = { pages: buyers.pages }
      violations = await db.asService((tx) => checkMoney({ tx, books, promised, isOver: true }))
      const unsent = await db.asService((tx) =>
        tx
          .selectFrom('private.outbox')
          .select('id')
          .where('kind', '=', 'order_confirmation')
          .where('state', '<>', 'sent')
          .execute(),
      )
      return violations.length === 0 && unsent.length === 0
    }
    await until('every payment is settled', isDone, { timeoutMs: 180_000, everyMs: 2_000 }).catch(() => undefined)
    const orders = await db.asService((tx) =>
      tx.selectFrom('pre_orders').select('id').where('provider_state', '=', 'paid').execute(),
    )
    const ids = arrived().map(({ messageId }) => messageId)
    const sent = new Set(ids).size
    return { orders: orders.length, sent, sentTwice: ids.length - sent, violations }
  } finally {
    await db.close()
  }
}
