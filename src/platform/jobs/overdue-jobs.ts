import type { PgBoss } from 'pg-boss'
import { deadLetters } from './pg-boss.ts'

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
