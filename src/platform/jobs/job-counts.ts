import type { PgBoss } from 'pg-boss'
import { deadLetters } from './pg-boss.ts'

/** `waiting`: not started, later ones included. `retrying`: failed at least once. `failed`: failed on the last try. */
export type QueueCounts = { name: string; waiting: number; active: number; retrying: number; failed: number }

/** Counts by job name, without repeated jobs. */
export async function countJobs(boss: PgBoss): Promise<QueueCounts[]> {
  const { rows } = await boss.getDb().executeSql(`
    select queue.name,
      count(job.id) filter (where state = 'created')::int as waiting,
      count(job.id) filter (where state = 'active')::int as active,
      count(job.id) filter (where state = 'retry')::int as retrying,
      count(job.id) filter (where state = 'failed')::int as failed
      from pgboss.queue left join pgboss.job on job.name = queue.name and job.state not in ('completed', 'cancelled')
     where queue.dead_letter is not null
     group by queue.name order by queue.name`)
  return rows
}

/** Due jobs that no worker starts. `since`: when the oldest of them became due. */
export type OverdueJobs = { since: Date; count: number }

/** A worker polls every second: a job that waits for minutes has no worker. */
const overdueAfterSeconds = 180

/**
 * The jobs of queues where one has been due for three minutes, none was started since, and no worker sent the heartbeat
 * of a long job. Null when there are none.
 */
export async function findOverdueJobs(boss: PgBoss): Promise<OverdueJobs | null> {
  const { rows } = await boss.getDb().executeSql(
    `with due as (
       select name, min(start_after) as since, count(*) as count from pgboss.job
        where state < 'active' and name <> $1 and start_after < now() - $2 * interval '1 second'
        group by name)
     select min(since) as since, sum(count)::int as count from due
      where not exists (select from pgboss.job begun
                         where begun.name = due.name
                            and greatest(begun.started_on, begun.heartbeat_on) > now() - $2 * interval '1 second')`,
    [deadLetters, overdueAfterSeconds],
  )
  const [found] = rows
  return found?.since ? { since: found.since, count: found.count } : null
}
