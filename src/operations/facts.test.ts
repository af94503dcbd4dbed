import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import type { Queue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { pageRequest, stripeWorld } from '#tests/fixtures/stripe-world.ts'
import { findWrongClock, runAlertChecks } from './alerts/checks.ts'
import { checkWork } from './doctor/check-work.ts'
import { runChecks } from './doctor/finding.ts'
import { createNewestBackup, describeSkew } from './facts.ts'
import { listProblems } from './problems/list-problems.ts'

test('a clock is wrong from half a minute on, ahead or behind', () => {
  expect(describeSkew(30_400, 'the database’s')).toBeNull()
  expect(describeSkew(-30_400, 'the database’s')).toBeNull()
  expect(describeSkew(31_000, 'the database’s')).toBe('The server’s clock is 31 seconds ahead of the database’s.')
  expect(describeSkew(-600_000, 'Stripe’s')).toBe('The server’s clock is 10 minutes behind Stripe’s.')
})

test('the clock is compared with the database’s and with the payment provider’s', async () => {
  await using db = await testDatabase()
  const against = (aheadMs: number | null) => ({
    watch: db,
    provider: { clockAheadMs: () => aheadMs } as PaymentProvider,
  })
  expect(await findWrongClock(against(null))).toEqual({ state: 'well' })
  expect(await findWrongClock(against(600_000))).toEqual({
    state: 'faulty',
    reasons: ['The server’s clock is 10 minutes ahead of the payment provider’s.'],
  })
})

test('Stripe’s clock is known from its last response', async () => {
  await using shop = await stripeWorld()
  expect(shop.provider.clockAheadMs?.()).toBeNull()
  await shop.provider.createSession(pageRequest())
  // The header has whole seconds.
  expect(Math.abs(shop.provider.clockAheadMs?.() ?? 60_000)).toBeLessThan(10_000)
})

test('a backup of more than 26 hours is too old for doctor, the alerts and the owner’s problems alike', async () => {
  await using db = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  const log = createLog({ level: 'silent' })
  const quiet = { late: async () => null, dead: async () => [], enqueue: async () => null } as unknown as Queue
  const provider = { inBackground: () => provider, listMissedEvents: () => [] } as unknown as PaymentProvider
  const viewsOf = async (hours: number) => {
    await rm(folder, { recursive: true })
    const takenAt = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replace(/[-:]/g, '')
    await mkdir(folder)
    await writeFile(join(folder, `shop-${takenAt}Z.tar.zst`), 'a backup')
    const config = readConfig({ BACKUP_TO: folder, ALERT_CHECK_URL: 'off' })
    const newestBackup = createNewestBackup(config, log)
    const shop = { db, watch: db, config, log, queue: quiet, provider, newestBackup, shown: () => [] }
    const found = await runChecks(checkWork(shop))
    const { problems } = await listProblems(shop, crypto.randomUUID())
    return [
      found.find(({ check }) => check === 'backups')?.state,
      (await runAlertChecks(shop)).backup.state,
      problems.map(({ kind }) => kind),
    ]
  }
  expect(await viewsOf(25.9)).toEqual(['ok', 'well', []])
  expect(await viewsOf(26.1)).toEqual(['error', 'faulty', ['backup_old']])
  await rm(folder, { recursive: true })
})
