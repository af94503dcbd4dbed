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
