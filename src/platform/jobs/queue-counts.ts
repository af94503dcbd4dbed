import type { PgBoss } from 'pg-boss'

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
