import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAppContext } from '#app/create-app-context.ts'
import { readConfig } from '#config'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import { verifyBackup } from '#platform/backup/verify-backup.ts'
import { createLog } from '#platform/log.ts'
import { sealOfDatabase } from '#platform/secrets/secrets.ts'
import { saveServiceKeys } from '#platform/secrets/service-keys.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { restoreShop } from './restore-shop.ts'
import { backupShop } from './scheduled-backup.ts'

const jwtSecret = 'a secret of the tests, long enough to be one'
const stripe = { secretKey: 'sk_live_ofthetests', webhookSecrets: ['whsec_ofthetests'] }
const smtpUrl = 'smtp://shop:password@127.0.0.1:25'
const log = createLog({ level: 'silent' })

/** A restored copy of a shop whose owner has saved her keys, from a backup with this BACKUP_KEY or without one. */
async function restoredShop(BACKUP_KEY?: string) {
  const dir = await mkdtemp(join(tmpdir(), 'keys-in-backups-'))
  await using db = await testDatabase()
  await db.user({ admin: true })
  await db.asService(async (tx) => {
    const seal = sealOfDatabase(jwtSecret)
    await saveServiceKeys(tx, seal, { service: 'stripe_live', keys: stripe })
    await saveServiceKeys(tx, seal, { service: 'mail', keys: { smtpUrl } })
    await sql`insert into private.start_marks (name) values ('live')`.execute(tx)
  })
  const env = { JWT_SECRET: jwtSecret, DATA_DIR: dir, ...(BACKUP_KEY && { BACKUP_KEY }) }
  const config = readConfig({ ...env, DATABASE_URL: db.connectionString })
  const target = await openBackupTarget(join(dir, 'backups'), config, log)
  const { name } = await backupShop({ config, log, connectionString: db.connectionString }, target)
  const open = async () => {
    const bytes = await target.open(name)
    if (!bytes) throw new Error('There is no backup')
    return bytes
  }
  const verified = await verifyBackup(await open(), BACKUP_KEY)
  const empty = await emptyDatabase()
  const { connectionString } = empty
  await restoreShop(
    { config: readConfig({ ...env, DATABASE_URL: connectionString }), log, connectionString },
    { open, verified, allowNewSecret: false },
  )
  return {
    tables: verified.manifest.tables,
    start: () =>
      createAppContext(
        readConfig({
          ...env,
          DATABASE_URL: connectionString,
          SHOP_MODE: 'live',
          SITE_URL: 'https://shop.example',
          TRUST_PROXY: '1',
          WORKER: 'off',
        }),
        log,
      ),
    async [Symbol.asyncDispose]() {
      await empty[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

test('a backup without a password has none of the owner’s keys, and a live shop that is restored from it names those that it lacks', async () => {
  await using shop = await restoredShop()
  expect(shop.tables.find(({ name }) => name === 'private.service_keys')?.rows ?? 0).toBe(0)
  await expect(shop.start()).rejects.toThrow(
    /STRIPE_SECRET_KEY: a live shop takes real payments[\s\S]*SMTP_URL: a live shop sends e-mails/,
  )
})

test('a backup with a password has the owner’s keys, and the restored shop works with them', async () => {
  await using shop = await restoredShop('correct horse battery staple')
  const app = await shop.start()
  expect(app.serviceKeys.stripe()).toEqual(stripe)
  expect(app.serviceKeys.smtpUrl()).toBe(smtpUrl)
  await app.close()
})
