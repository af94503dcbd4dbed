import { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** Failed jobs that used up their tries land here and are logged. */
export const deadLetters = 'dead'

/**
 * Twenty tries over about six hours; a worker that was killed is noticed by its missing heartbeat within 20 s.
 * Kept 90 days at most: the default of 14 deletes jobs that nobody could do for a fortnight.
 */
export const patientQueue = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: 10,
  retentionSeconds: 90 * 86_400,
  deleteAfterSeconds: 86_400,
  notify: true,
  deadLetter: deadLetters,
} as const

/** What repeats by the clock is not tried again: the next turn comes anyway. */
export const repeatingQueue = {
  retryLimit: 0,
  heartbeatSeconds: 10,
  retentionSeconds: 3600,
  deleteAfterSeconds: 300,
  notify: true,
} as const

/** The library's own defaults fetch one job in two seconds, and a woken worker one batch in thirty. */
export const working = {
  localConcurrency: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
} as const

/** `working: false` for a process that only puts jobs in: it neither listens nor supervises. Three connections at most. */
export function openPgBoss({
  connectionString,
  log,
  working: works,
}: {
  connectionString: string
  log: Log
  working: boolean
}): PgBoss {
  const boss = new PgBoss({
    connectionString,
    application_name: 'shop-queue',
    max: 2,
    connectionTimeoutMillis: 3_000,
    schedule: false,
    useListenNotify: works,
    supervise: works,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3_600,
  })
  // Without a listener the first broken connection ends the process.
  boss.on('error', (error) => log.warn({ error }, 'the job queue met an error and goes on'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  return boss
}
