import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SignJWT } from 'jose'
import type { CheckoutDeps } from '#features/checkout/payment-page.ts'
import { createOrderLinks, type OrderLinks } from '#features/orders/links/order-links.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createStripeProvider } from '#platform/payments/stripe/stripe-provider.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type StripeStandIn, startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'

/** The settings of `money-program.ts`. `dies`: the armed fault point; `postbox`: the file with the accepted e-mails. */
export type MoneyProgram = {
  connectionString: string
  port: number
  siteUrl: string
  jwtSecret: string
  stripe: { url: string; secretKey: string; webhookSecret: string }
  postbox: string
  logLevel: 'silent' | 'fatal' | 'error' | 'warn'
  dies?: string
}

export type Answer = { status: number; body: Record<string, unknown> & { sessionId?: string; code?: string } }

export type KillableShop = {
  db: TestDatabase
  stripe: StripeStandIn
  /** The same shop inside the test's process, for work that is repeated until nothing is left. */
  paymentDeps: CheckoutDeps
  links: OrderLinks
  /** Starts the program, armed with a fault point if one is given; resolves when it responds. */
  start(dies?: string): Promise<void>
  isRunning(): boolean
  /** Resolves when the program has died, immediately if it already has. */
  died(): Promise<void>
  kill(): Promise<void>
  /** The number of deaths. */
  deaths(): number
  /** Calls the program; null without a response. `from`: the client's IP address, as the reverse proxy reports it. */
  ask(path: string, body?: object, as?: 'admin' | null, from?: string): Promise<Answer | null>
  /** The file with the e-mails that the mail server accepted, and its content by message id. */
  postbox: string
  acceptedEmails(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const siteUrl = 'http://shop.test'
const jwtSecret = 'a secret of the tests, long enough to be one'
const secretForEvents = 'whsec_of_the_tests'

/** A shop connected to the fake Stripe, whose program a test can kill. Ledger, database and e-mails survive it. */
export async function killableShop({ port }: { port: number }): Promise<KillableShop> {
  const db = await testDatabase({ maxConnections: 10, withQueue: true })
  const dir = await mkdtemp(join(tmpdir(), 'killable-shop-'))
  const stripe = await startStripe({
    port: port + 1,
    dir,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
    webhookSecret: secretForEvents,
  })
  const { connectionString } = db
  const log = createLog({ level: 'silent' })
  const queue = createQueue({ connectionString, log, working: false })
  await queue.start()
  const own = createStripeProvider({
    secretKey: stripe.secretKey,
    webhookSecrets: [stripe.webhookSecret],
    apiBase: stripe.url,
    siteUrl,
    log,
  })
  // No customer waits while a test cleans up, so no throttle applies.
  const provider: typeof own = { ...own, inBackground: () => provider }
  const admin = await db.user({ admin: true })
  const token = await new SignJWT({ aud: 'authenticated', role: 'authenticated', sub: admin.id, aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(new TextEncoder().encode(jwtSecret))
  const postbox = join(dir, 'letters')
  let child: ChildProcess | undefined
  let deaths = 0

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function died(): Promise<void> {
    if (child && isRunning()) await once(child, 'exit')
  }

  async function kill(): Promise<void> {
    child?.kill('SIGKILL')
    await died()
  }

  return {
    db,
    stripe,
    paymentDeps: { db, provider, queue, log, siteUrl },
    links: createOrderLinks({ siteUrl, secret: jwtSecret }),
    postbox,
    isRunning,
    died,
    kill,
    deaths: () => deaths,
    async start(dies) {
      const { url, secretKey, webhookSecret } = stripe
      const settings: MoneyProgram = {
        ...{ connectionString, port, siteUrl, jwtSecret, postbox, logLevel: 'fatal' },
        stripe: { url, secretKey, webhookSecret },
        ...(dies && { dies }),
      }
      const program = spawn(process.execPath, ['tests/faults/money/money-program.ts', JSON.stringify(settings)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = program
      program.once('exit', () => {
        deaths += 1
      })
      await Promise.race([once(createInterface({ input: program.stdout }), 'line'), once(program, 'exit')])
      if (!isRunning() && !dies) throw new Error('The program did not start')
    },
    async ask(path, body, as, from) {
      const headers = {
        'content-type': 'application/json',
        ...(as && { authorization: `Bearer ${token}` }),
        ...(from && { 'x-forwarded-for': from }),
      }
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      try {
        const response = await fetch(`http://127.0.0.1:${port}/functions/v1/${path}`, init)
        return { status: response.status, body: (await response.json()) as Answer['body'] }
      } catch {
        return null // The program died during the call.
      }
    },
    acceptedEmails() {
      try {
        return readFileSync(postbox, 'utf8').split('\n').filter(Boolean)
      } catch {
        return []
      }
    },
    async [Symbol.asyncDispose]() {
      await kill()
      await queue.stop()
      await stripe[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
