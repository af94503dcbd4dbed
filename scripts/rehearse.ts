import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startPrivateDatabase } from '#app/open-database.ts'
import { readConfig } from '#config'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { startStripe } from '#tests/fixtures/stripe/stripe-stand-in.ts'
import { openControl } from './rehearsal/control.ts'
import { givenEnvironment, rehearsalEnvironment } from './rehearsal/environment.ts'
import { agreeOnTime, dayMs, offerCode, type Stage } from './rehearsal/stage.ts'

// `npm run rehearse`: the built shop with a database and a stand-in for Stripe, both under `.data/rehearsal`, and a
// page where the owner moves the clock and switches faults on. It neither reads nor writes the real shop's data.

const given = givenEnvironment()
const config = readConfig(given)
const dataDir = resolve(config.DATA_DIR, 'rehearsal')
const log = createLog({ level: 'warn' })
const closers: (() => Promise<unknown> | unknown)[] = []

try {
  await open()
} catch (error) {
  process.stderr.write(`The rehearsal could not start: ${explain(error)}\n`)
  await close(1)
}

async function open(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close(0))
  const database = await startPrivateDatabase({ dataDir: join(dataDir, 'postgres'), log })
  closers.push(database.stop)
  const db = openDb({
    connectionString: database.connectionString,
    log,
    maxConnections: 4,
    applicationName: 'rehearsal',
  })
  closers.push(db.close)
  const launchAt = await launchOf(db)

  const stripe = await startStripe({
    port: config.PORT === 0 ? 0 : config.PORT + 1,
    host: 'localhost',
    dir: join(dataDir, 'stripe'),
    webhookUrl: `http://127.0.0.1:${config.PORT}/webhooks/stripe`,
    pages: (request) => control(request),
  })
  closers.push(stripe.stop)
  const stage: Stage = { stripe, db, siteUrl: config.siteUrl, launchAt }
  const control = openControl(stage)

  const shop = startShop(
    rehearsalEnvironment({
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      PORT: String(config.PORT),
      // Request lines do not help the owner at the terminal.
      LOG_LEVEL: given.LOG_LEVEL || 'warn',
      LAUNCH_AT: launchAt.toISOString(),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${stripe.port}`,
      // Each pretended shopper has an address of its own.
      TRUST_PROXY: '1',
    }),
  )
  closers.push(() => stop(shop))
  await readyOf(shop)
  await agreeOnTime(stage)
  await offerCode(stage)
  process.stdout.write(
    `\nThe shop:       ${config.siteUrl}\nThe rehearsal:  ${stripe.url}/rehearsal\n\nCtrl-C ends both.\n`,
  )
  shop.once('exit', () => close(1))
}

function startShop(env: Record<string, string | undefined>): ChildProcess {
  const program: { flags: string[]; env: Record<string, string> } = JSON.parse(
    readFileSync(new URL('./program.json', import.meta.url), 'utf8'),
  )
  // A process group of its own: Ctrl-C reaches it once, from this process.
  return spawn(process.execPath, [...program.flags, 'build/server/server.js'], {
    env: { ...env, ...program.env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  })
}

/** Forwards the shop's output, and resolves when the shop reports that it is ready. */
async function readyOf(shop: ChildProcess): Promise<void> {
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>()
  shop.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    if (/^Ready at /m.test(text)) ready()
  })
  const failed = () => reject(new Error('the shop stopped; the reason is above'))
  shop.once('exit', failed)
  await promise
  shop.off('exit', failed)
}

async function stop(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  shop.removeAllListeners('exit')
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  await ended
}

/**
 * When the rehearsed shop opens: the configured launch, or the one set by the owner. A launch in the past is moved to
 * tomorrow at six in the evening.
 */
async function launchOf(db: Db): Promise<Date> {
  // The first start has no settings table yet.
  const set = await db.asService((tx) => readShopSettings(tx)).catch(() => config)
  const opening = config.LAUNCH_AT ? config.launchAt : set.launchAt
  if (opening.getTime() > Date.now()) return opening
  const tomorrow = new Date(Date.now() + dayMs)
  tomorrow.setUTCHours(18, 0, 0, 0)
  return tomorrow
}

async function close(exitCode: number): Promise<void> {
  for (const closer of closers.reverse().splice(0)) await closer()
  process.exit(exitCode)
}

function explain(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `port ${config.PORT + 1} is used by another program. Set PORT; the Stripe stand-in uses the next one.`
  }
  return error instanceof Error ? error.message : String(error)
}
