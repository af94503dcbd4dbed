import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#config'
import { sealedPostageKey } from '#features/postage/postage-deps.ts'
import { type Resealed, reseal } from '#platform/auth/sealed-texts.ts'
import { rotateSigningKey } from '#platform/auth/sessions/signing-keys.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { issueKeys } from '#platform/http/identity/tokens.ts'
import { readOrMakeSecret, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { sealedServiceKeys } from '#platform/secrets/service-keys.ts'
import { refuse, runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

/** `keys`, `keys rotate` (docs/decisions/0018-signing-keys.md), `keys reseal` (docs/operating/operations.md). */
export function addTo(program: Command): void {
  const keys = program.command('keys').description('print the two API keys, in the form of an .env file')
  keys.action(() => runCommand(printKeys))
  keys
    .command('rotate')
    .description('make a new key for users’ tokens, which signs no user out')
    .action(() => runCommand(rotate))
  keys
    .command('reseal')
    .description('after JWT_SECRET has changed: re-encrypt what only FORMER_JWT_SECRET can read')
    .option('--leave-out', 'leave what neither secret can read')
    .action((options: { leaveOut?: boolean }) => runCommand(() => resealAll(options)))
}

async function printKeys(): Promise<void> {
  const { config, secret } = await readSecret()
  const made = await issueKeys(secret)
  console.log(`ANON_KEY=${config.ANON_KEY ?? made.anonKey}`)
  console.log(`SERVICE_ROLE_KEY=${config.SERVICE_ROLE_KEY ?? made.serviceRoleKey}`)
}

async function rotate(): Promise<void> {
  const { config, secret } = await readSecret()
  const algorithm = config.JWT_ALGORITHM
  if (algorithm === 'HS256') {
    refuse('With JWT_ALGORITHM=HS256 tokens are signed with JWT_SECRET itself: no key to rotate.')
  }
  const kid = await withDb((db) => rotateSigningKey(db, sealOfDatabase(secret), algorithm))
  console.log(`Tokens are signed with ${kid} from now on. Tokens of the previous key are accepted for another day.`)
}

async function resealAll({ leaveOut = false }: { leaveOut?: boolean }): Promise<void> {
  const { config, secret } = await readSecret()
  const former = config.FORMER_JWT_SECRET
  if (!former) refuse('Set FORMER_JWT_SECRET to the previous value of JWT_SECRET.')
  if (former === secret) refuse('FORMER_JWT_SECRET and JWT_SECRET are the same.')
  const seals = { former: sealOfDatabase(former), present: sealOfDatabase(secret) }
  const done = await withDb((db) =>
    db.asService((tx) => reseal(tx, { ...seals, leaveOut, others: [sealedPostageKey, sealedServiceKeys] })),
  )
  for (const each of done) console.log(describe(each))
  console.log(
    'Start every program with this JWT_SECRET. If one was still running with the former secret, run this command once more afterwards.',
  )
}

function describe({ name, resealed, already, unreadable }: Resealed): string {
  return [
    `${name}: ${resealed} re-encrypted`,
    ...(already > 0 ? [`${already} already up to date`] : []),
    ...(unreadable > 0 ? [`${unreadable} left: neither secret can read ${unreadable === 1 ? 'it' : 'them'}`] : []),
  ].join(', ')
}

async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  await using database = await openShopDatabase()
  const db = openDb({ connectionString: database.connectionString, log: database.log, maxConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function readSecret() {
  const config = readConfig()
  return { config, secret: config.JWT_SECRET ?? (await readOrMakeSecret(resolve(config.DATA_DIR), 'jwt-secret')) }
}
