import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ConfigError, readConfig } from '#config'
import { sendTestAlert } from '#operations/alerts/alert-channels.ts'
import type { Config } from '#operations/config/environment.ts'
import { checkDatabase } from '#operations/doctor/check-database.ts'
import { checkMachine } from '#operations/doctor/check-machine.ts'
import { checkServices } from '#operations/doctor/check-services.ts'
import { checkWork } from '#operations/doctor/check-work.ts'
import { error, type Finding, type Result, runChecks } from '#operations/doctor/finding.ts'
import { type KeysInUse, keysInUse, keysMissing } from '#operations/keys/keys-in-use.ts'
import { openDb } from '#platform/database/db.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { noKeys } from '#platform/secrets/service-keys.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { keysOfShop } from './keys-of-shop.ts'
import { openDatabase } from './shop-database.ts'

/** The private database may have to be started, and to recover from a crash. */
const startMs = 120_000

const signs = { ok: '✓', warning: '!', error: '✗' }

/** `doctor`: exit code 1 where a check finds an error. */
export function addTo(program: Command): void {
  program
    .command('doctor')
    .description('check the whole shop, and say how to put right what is wrong')
    .option('--json', 'print the findings as JSON')
    .option('--send-test-alert', 'also send a test alert by every channel that is set up')
    .action(async ({ json = false, sendTestAlert: sends = false }: { json?: boolean; sendTestAlert?: boolean }) => {
      const findings = await examine()
      if (sends) findings.push(...(await runChecks({ 'test alert': alertForTest }, startMs)))
      if (json) console.log(JSON.stringify({ ok: !findings.some(isError), findings }, null, 2))
      else for (const each of findings) print(each)
      if (findings.some(isError)) process.exitCode = 1
    })
}

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig()
  } catch (reason) {
    if (!(reason instanceof ConfigError)) throw reason
    return reason.message.split('\n').map((found) => ({
      check: 'environment',
      state: 'error',
      found,
      cure: 'Correct it in .env; .env.example explains every variable.',
    }))
  }
  const dataDir = resolve(config.DATA_DIR)
  const log = createLog({ level: 'silent' })
  const found: Finding[] = [
    { check: 'environment', state: 'ok', found: `every variable is valid (${config.SHOP_MODE})` },
  ]
  found.push(...(await runChecks(checkMachine(config, dataDir))))
  // Without the database, the keys of the environment alone.
  let keys = keysInUse(config, { value: () => noKeys, reread: async () => undefined })
  const examineWith = async () => {
    const shop = await examineShop(config)
    keys = shop.keys ?? keys
    return shop.findings
  }
  found.push(...(await runChecks({ database: examineWith }, startMs)))
  return [...found, ...(await runChecks(checkServices(config, keys, openFileStore({ dataDir, config, log }))))]
}

async function examineShop(config: Config): Promise<{ findings: Finding[]; keys?: KeysInUse }> {
  await using database = await openDatabase()
  const { connectionString } = database
  const findings = await runChecks(checkDatabase({ ...database, config }))
  if (findings.some(isError)) return { findings }
  const log = createLog({ level: 'silent' })
  const db = openDb({ connectionString, log, maxConnections: 2, applicationName: 'shop-doctor' })
  const queue = createQueue({ connectionString, log, working: false })
  try {
    await queue.start()
    const keys = await keysOfShop(config, db)
    const missing = config.SHOP_MODE === 'live' ? keysMissing(keys) : []
    const lacking = missing.map(
      (each): Finding => ({ check: 'keys', ...error(each, 'A live shop doesn’t start without it.') }),
    )
    return { findings: [...findings, ...lacking, ...(await runChecks(checkWork({ config, db, queue, log })))], keys }
  } finally {
    await queue.stop()
    await db.close()
  }
}

/** The configuration was examined before: where it is wrong, this fails with its reasons. */
async function alertForTest(): Promise<Result[]> {
  const config = readConfig()
  await using database = await openDatabase()
  const { connectionString, log } = database
  const db = openDb({ connectionString, log, maxConnections: 1, applicationName: 'shop-doctor' })
  try {
    return await sendTestAlert(config, db, (await keysOfShop(config, db)).smtpUrl())
  } finally {
    await db.close()
  }
}

function isError({ state }: Finding): boolean {
  return state === 'error'
}

function print({ check, state, found, cure }: Finding): void {
  console.log(`${signs[state]} ${check}: ${found}`)
  if (cure) console.log(`  → ${cure}`)
}
