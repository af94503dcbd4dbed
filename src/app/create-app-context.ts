import { resolve } from 'node:path'
import type { SecretFor } from '#base/secret-for.ts'
import { type Documents, listShown, readDocuments } from '#features/content/documents/read-documents.ts'
import { createFactsFollower, fillFacts } from '#features/settings/keep-facts.ts'
import { readPromisedWork } from '#features/settings/promised-work.ts'
import { cacheShopSettings, type SettingSources } from '#features/settings/read-shop-settings.ts'
import type { ShopSettings } from '#features/settings/shop-settings.ts'
import { ConfigError } from '#operations/config/config.ts'
import type { Config } from '#operations/config/environment.ts'
import { createNewestBackup, type NewestBackup } from '#operations/facts.ts'
import { type KeysInUse, keysInUse, keysMissing } from '#operations/keys/keys-in-use.ts'
import { noteRehearsal, requireOwnTexts } from '#operations/start/own-texts.ts'
import { limitPasswordsOfRehearsal } from '#platform/auth/administrators.ts'
import { type Changes, listenForChanges } from '#platform/database/changes.ts'
import { type Clock, openClock, putBackClock } from '#platform/database/clock.ts'
import { divideConnections } from '#platform/database/connections.ts'
import { keepInMemory } from '#platform/database/copy-in-memory.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { requireNewEnough } from '#platform/database/migrate.ts'
import { keyOf, readMigrations } from '#platform/database/migration-files.ts'
import { type ApiKeys, createTokenVerifier, issueKeys } from '#platform/http/identity/tokens.ts'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { deriveSecret, readOrMakeSecret, type Seal, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { openServiceKeys } from '#platform/secrets/service-keys.ts'
import { openSettings, type Settings } from '#platform/settings.ts'
import { startTracing } from '#platform/start-tracing.ts'
import { closeSoon } from '#platform/time-limit.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { openDatabase } from './open-database.ts'

/**
 * The base of both programs: the database and its notifications, the clock, the settings, the queue and the secrets.
 */
export type AppContext = {
  config: Config
  log: Log
  dataDir: string
  connectionString: string
  /** PostgreSQL's own address, where `connectionString` goes through a pooler. */
  directString: string
  db: Db
  /** Two connections for health checks, so that many requests do not delay them. */
  watch: Db
  changes: Changes
  clock: Clock
  settings: Settings
  /** What decides the settings beside the table: the environment's part. */
  settingSources: SettingSources
  /** The owner's settings, with their current values. */
  shopSettings(): ShopSettings
  /** Whether a dispatch day that a page shows is another one now. */
  daysMoved(): boolean
  /** The published documents of pages and e-mails; another object after every change. */
  documents(): Documents
  queue: Queue
  newestBackup: NewestBackup
  keys: ApiKeys
  /** The keys of payments and e-mail: the environment's, else the owner's. */
  serviceKeys: KeysInUse
  jwtSecret: string
  /** A secret per purpose, the same in every instance that shares JWT_SECRET. */
  secretFor: SecretFor
  /** Encrypts values that the database stores. */
  seal: Seal
  /** Rejects once a newer program has run a migration that this one is too old for. */
  requireNewEnough(): Promise<void>
  /** Adds a listener that is called each time the clock or the settings were read again. */
  onFresh(listener: () => void): void
  close(): Promise<void>
}

/** Opens everything in order; when a later step fails, closes what was opened. */
export async function createAppContext(config: Config, log: Log): Promise<AppContext> {
  const dataDir = resolve(config.DATA_DIR)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const closer of closers.reverse().splice(0)) await closer()
  }
  try {
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT) {
      const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
      const service = config.WORKER === 'inline' ? 'shop' : 'shop-server'
      const end = await startTracing({ endpoint, service, version: packageFile.version, log })
      closers.push(() => closeSoon(end))
    }
    const migrations = resolve('db/migrations')
    const database = await openDatabase(config, migrations, log)
    closers.push(database.stop)
    const { connectionString, directString } = database
    const working = config.WORKER === 'inline'
    const budget = divideConnections(config.DATABASE_POOL_SIZE, { working })
    log.info({ atMost: config.DATABASE_POOL_SIZE, ...budget }, 'connections of this program to the database')
    const db = openDb({ connectionString, log, applicationName: 'shop', maxConnections: budget.requests })
    closers.push(() => closeSoon(db.close))
    const watch = openDb({
      connectionString,
      log,
      applicationName: 'shop-watch',
      maxConnections: budget.watch,
      silenceMs: 3_000,
    })
    closers.push(() => closeSoon(watch.close))
    // Read once: an update may replace the files while this program runs.
    const known = (await readMigrations(migrations)).map(keyOf)
    const changes = await listenForChanges({ connectionString: directString, db: watch, log })
    closers.push(changes.close)

    const listeners: (() => void)[] = []
    const freshness = {
      onFresh: () => {
        for (const listener of listeners) listener()
      },
      onFault: (error: unknown) => log.error({ error }, 'could not read what pages show again'),
    }
    if (config.SHOP_MODE === 'live') await leaveRehearsal(db, log)
    const jwtSecret = config.JWT_SECRET ?? (await readOrMakeSecret(dataDir, 'jwt-secret'))
    const seal = sealOfDatabase(jwtSecret)
    const serviceKeys = keysInUse(config, await openServiceKeys(db, seal, changes, freshness))
    const missing = config.SHOP_MODE === 'live' ? keysMissing(serviceKeys) : []
    if (missing.length > 0) throw new ConfigError(`\n${missing.join('\n')}`)
    const clock = await openClock(db, changes, freshness)
    closers.push(clock.stop)
    const filled = await db.asService(fillFacts)
    if (filled.length > 0)
      log.info({ settings: filled }, 'the settings have what shop.config.ts says; it decides none of them any more')
    const settings = await openSettings(db, changes, freshness)
    const followFacts = createFactsFollower(settings, clock.now, log)
    followFacts()
    // Before every other listener: they read what is true of the shop.
    listeners.unshift(followFacts)
    const promised = await keepInMemory(
      { read: () => db.asService((tx) => readPromisedWork(tx)), tables: ['promised_work', 'settings'] },
      changes,
      freshness,
    )
    const onInvalid = (path: string) =>
      log.error({ path }, 'a published document cannot be read: the page shows the last that can')
    const documents = await keepInMemory(
      {
        read: () => db.asService((tx) => readDocuments(tx, onInvalid)),
        tables: ['documents', 'document_versions', 'clock'],
      },
      changes,
      freshness,
    )
    if (config.SHOP_MODE === 'live') await requireOwnTexts(db, listShown(documents.value(), clock.now()))
    else await noteRehearsal(db)
    const settingSources = {
      launchAt: config.LAUNCH_AT ? config.launchAt : undefined,
      live: config.SHOP_MODE === 'live',
    }
    const cached = cacheShopSettings({ settings, promised, now: clock.now, sources: settingSources, log })
    const queue = createQueue({
      connectionString,
      listenString: directString,
      log,
      working,
      maxConnections: budget.queue,
    })
    await queue.start()
    closers.push(queue.stop)

    const keys = await chooseKeys(config, jwtSecret)
    const secretFor: SecretFor = (purpose) => deriveSecret(jwtSecret, purpose)
    return {
      config,
      log,
      dataDir,
      connectionString,
      directString,
      db,
      watch,
      changes,
      clock,
      settings,
      ...cached,
      shopSettings() {
        // The zones of another day count from its first request on.
        followFacts()
        return cached.shopSettings()
      },
      settingSources,
      documents: documents.value,
      queue,
      newestBackup: createNewestBackup(config, log),
      keys,
      serviceKeys,
      jwtSecret,
      secretFor,
      seal,
      requireNewEnough: () => requireNewEnough(watch.pool, known),
      onFresh: (listener) => listeners.push(listener),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a live start changes in a database that was used in a rehearsal; the first does, and later ones find nothing. */
async function leaveRehearsal(db: Db, log: Log): Promise<void> {
  if (await putBackClock(db)) log.warn('a rehearsal had moved the clock: it is put back')
  const accounts = await limitPasswordsOfRehearsal(db)
  if (accounts > 0) log.warn({ accounts }, 'passwords generated in a rehearsal end after seven days from now')
}

/**
 * The given keys, else those of the secret. A given one that the secret did not sign would be refused at every call.
 */
async function chooseKeys({ ANON_KEY, SERVICE_ROLE_KEY }: Config, secret: string): Promise<ApiKeys> {
  const made = await issueKeys(secret)
  const { verifyToken } = createTokenVerifier({ secret })
  for (const [name, key, role] of [
    ['ANON_KEY', ANON_KEY, 'anon'],
    ['SERVICE_ROLE_KEY', SERVICE_ROLE_KEY, 'service_role'],
  ] as const) {
    const claims = key === undefined ? { role } : await verifyToken(key).catch(() => null)
    if (claims?.role !== role) throw new Error(`${name} is not a key of role ${role} signed with JWT_SECRET`)
  }
  return { anonKey: ANON_KEY ?? made.anonKey, serviceRoleKey: SERVICE_ROLE_KEY ?? made.serviceRoleKey }
}
