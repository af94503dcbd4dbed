import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { makesBackups, scheduledBackup } from './scheduled-backup.ts'

const log = createLog({ level: 'silent' })

test('the first backup is made when the shop is an hour old, and then one a day', async () => {
  await using db = await testDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'scheduled-'))
  const config = readConfig({ DATA_DIR: dir, DATABASE_URL: db.connectionString })
  const target = await openBackupTarget(join(dir, 'backups'), config, log)
  let hours = 0
  const run = scheduledBackup({
    config,
    db,
    log,
    connectionString: db.connectionString,
    now: () => new Date(Date.now() + hours * 3_600_000),
  })
  const made = async (after: number) => {
    hours = after
    await run()
    return (await target.list()).length
  }
  expect(await made(2)).toBe(0)
  await db.user({ admin: true })
  expect(await made(0)).toBe(0)
  expect(await made(1.1)).toBe(1)
  expect(await made(23)).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await made(25)).toBe(2)
  await rm(dir, { recursive: true, force: true })
})

test('a shop with the private database makes backups, another one where BACKUP_TO says so', () => {
  const DATABASE_URL = 'postgresql://shop@db/shop'
  expect(makesBackups(readConfig({}))).toBe(true)
  expect(makesBackups(readConfig({ DATABASE_URL }))).toBe(false)
  expect(makesBackups(readConfig({ DATABASE_URL, BACKUP_TO: '/var/backups/shop' }))).toBe(true)
})
