import type { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import { deadLetters } from './pg-boss.ts'

/** A job that failed on its last try: its name and id. `times`: how often this has happened. */
export type DeadJob = { id: string; job: string; of: string; lastError: string | null; at: Date; times: number }

/** The newest first, one for each job and id, 200 at most. */
export async function listDead(boss: PgBoss): Promise<DeadJob[]> {
  const { rows } = await boss.getDb().executeSql(
    `select * from (
       select distinct on (source_name, data->>'id') id, source_name as job, data->>'id' as of, created_on as at,
         coalesce(source_output->>'message', source_output->'value'->>'message') as "lastError",
         count(*) over (partition by source_name, data->>'id')::int as times
         from pgboss.job where name = $1 and state < 'active' and source_name is not null
        order by source_name, data->>'id', created_on desc) each
     order by at desc, id limit 200`,
    [deadLetters],
  )
  return rows
}

/**
 * Removes a job from the dead jobs, with older ones of the same name and id, and returns it. Null when it is no longer
 * there.
 */
export async function removeDeadJob(boss: PgBoss, id: string): Promise<{ job: string; of: string } | null> {
  const { rows } = await boss.getDb().executeSql(
    `delete from pgboss.job same using pgboss.job dead
      where dead.name = $1 and dead.id = $2 and dead.state < 'active'
        and same.name = $1 and same.source_name = dead.source_name and same.data->>'id' = dead.data->>'id'
     returning same.source_name as job, same.data->>'id' as of`,
    [deadLetters, id],
  )
  return rows[0] ?? null
}

/** Deletes dead jobs that succeeded later, and logs each of the others once. */
export function reportDeadJobs(boss: () => PgBoss, log: Log): () => Promise<void> {
  const reported = new Set<string>()
  return async () => {
    await boss()
      .getDb()
      .executeSql(
        `delete from pgboss.job dead
          where name = $1 and state < 'active'
            and exists (select from pgboss.job done
                         where done.name = dead.source_name and done.data->>'id' = dead.data->>'id'
                           and done.state = 'completed' and done.completed_on > dead.created_on)`,
        [deadLetters],
      )
    for (const { id, job, of, lastError } of await listDead(boss())) {
      if (!reported.has(id)) log.error({ job, id: of, last: lastError }, 'a job used up its tries')
      reported.add(id)
    }
  }
}

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
