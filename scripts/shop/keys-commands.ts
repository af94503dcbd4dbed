import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#config'
import { type Resealed, reseal } from '#platform/auth/sealed-texts.ts'
import { rotateSigningKey } from '#platform/auth/sessions/signing-keys.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { issueKeys } from '#platform/http/identity/keys.ts'
import { sealOfDatabase } from '#platform/secrets/sealed.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import { runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

/** `keys`, `keys rotate` (docs/decisions/0018-signing-keys.md), `keys reseal` (docs/operations.md). */
export function addTo(program: Command): void {
  const keys = program.command('keys').description('print the two API keys, in the form of an .env file')
  keys.action(() => runCommand(printKeys))
  keys
    .command('rotate')
    .description('make a new key for users’ tokens, which signs no user out')
    .action(() => runCommand(rotate))
  keys
    .command('reseal')
    .description('after a change of JWT_SECRET: seal again what FORMER_JWT_SECRET opens, such as authenticator apps')
    .option('--leave-out', 'leave what neither secret opens as it is')
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
    throw new AppError(
      'bad_request',
      'With JWT_ALGORITHM=HS256 tokens are signed with JWT_SECRET itself: no key to rotate.',
    )
  }
  const kid = await withDb((db) => rotateSigningKey(db, sealOfDatabase(secret), algorithm))
  console.log(`Tokens are signed with ${kid} from now on. Tokens of the previous key are accepted for another day.`)
}

async function resealAll({ leaveOut = false }: { leaveOut?: boolean }): Promise<void> {
  const { config, secret } = await readSecret()
  const former = config.FORMER_JWT_SECRET
  if (!former)
    throw new AppError('bad_request', 'Set FORMER_JWT_SECRET to the secret that was there before JWT_SECRET.')
  if (former === secret) throw new AppError('bad_request', 'FORMER_JWT_SECRET is the present JWT_SECRET.')
  const seals = { former: sealOfDatabase(former), present: sealOfDatabase(secret) }
  const done = await withDb((db) => db.asService((tx) => reseal(tx, { ...seals, leaveOut })))
  for (const each of done) console.log(describe(each))
  console.log(
    'Start every program with this JWT_SECRET. If one ran with the former until now, repeat this command then.',
  )
}

function describe({ name, resealed, already, unreadable }: Resealed): string {
  return [
    `${name}: ${resealed} sealed again`,
    ...(already > 0 ? [`${already} were already`] : []),
    ...(unreadable > 0 ? [`${unreadable} left, which neither secret opens`] : []),
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
