import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '#config'
import { rotateSigningKey } from '#platform/auth/sessions/signing-keys.ts'
import { openDb } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { issueKeys } from '#platform/http/identity/keys.ts'
import { sealOfDatabase } from '#platform/secrets/sealed.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import { runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

/** `keys`, `keys rotate` (docs/decisions/0018-signing-keys.md). */
export function addTo(program: Command): void {
  const keys = program.command('keys').description('print the two API keys, in the form of an .env file')
  keys.action(() => runCommand(printKeys))
  keys
    .command('rotate')
    .description('make a new key for users’ tokens, which signs no user out')
    .action(() => runCommand(rotate))
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
  await using database = await openShopDatabase()
  const db = openDb({ connectionString: database.connectionString, log: database.log, maxConnections: 1 })
  try {
    const kid = await rotateSigningKey(db, sealOfDatabase(secret), algorithm)
    console.log(`Tokens are signed with ${kid} from now on. Tokens of the previous key are accepted for another day.`)
  } finally {
    await db.close()
  }
}

async function readSecret() {
  const config = readConfig()
  return { config, secret: config.JWT_SECRET ?? (await readOrMakeSecret(resolve(config.DATA_DIR), 'jwt-secret')) }
}
