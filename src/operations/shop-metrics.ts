import { countDiscrepancies } from '#features/payments/reconciliation/list-money-problems.ts'
import type { Changes } from '#platform/database/changes.ts'
import type { Db } from '#platform/database/db.ts'
import { listOutages } from '#platform/database/outages.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts'
import { type NewestBackup, readAges } from './facts.ts'
import { countFailedEmails } from './jobs/failed-emails.ts'

type MetricsDeps = { db: Db; queue: Queue; changes: Changes; log: Log; newestBackup: NewestBackup }

/** The metrics of a program of this shop. The gauges are read independently at each scrape, since one may fail. */
export function createShopMetrics({ db, queue, changes, log, newestBackup }: MetricsDeps): Metrics {
  const metrics = createMetrics({ prefix: 'shop' })
  const { pool } = db
  const ageOf = (since: Date) => (Date.now() - since.getTime()) / 1_000
  metrics.gauge('database_connections', 'Connections of this program’s pool.', () => [
    { name: 'open', value: pool.totalCount },
    { name: 'idle', value: pool.idleCount },
    { name: 'waiting', value: pool.waitingCount },
  ])
  metrics.gauge('notifications', '1 while changes are received, so that pages may be cached.', () =>
    changes.listening() ? 1 : 0,
  )
  metrics.gauge('outage', '1 while a peer does not respond.', () =>
    listOutages(log).map((name) => ({ name, value: 1 })),
  )
  metrics.gauge('jobs', 'Jobs by queue that wait or run.', async () =>
    (await queue.counts()).map(({ name, waiting, active, retrying }) => ({ name, value: waiting + active + retrying })),
  )
  metrics.gauge('jobs_failed', 'Jobs that failed after all tries.', async () => (await queue.dead()).length)
  metrics.gauge('jobs_late_seconds', 'For how long due jobs have not been started.', async () => {
    const late = await queue.late()
    return late ? ageOf(late.since) : 0
  })
  metrics.gauge('emails_failed', 'E-mails that could not be sent.', () => db.asService(countFailedEmails))
  metrics.gauge('age_seconds', 'The age of the oldest unfinished work of each kind.', () => readAges(db))
  metrics.gauge('payment_discrepancies', 'Payments that differ from the provider’s records.', () =>
    db.asService(countDiscrepancies),
  )
  metrics.gauge('backup_age_seconds', 'The age of the newest backup; -1 without any.', async () => {
    const takenAt = await newestBackup()
    return takenAt ? ageOf(takenAt) : -1
  })
  return metrics
}
