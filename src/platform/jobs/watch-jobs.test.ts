import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { createLog } from '../log.ts'
import { createQueue } from './queue.ts'
import { watchJobs } from './watch-jobs.ts'

const log = createLog({ level: 'fatal' })

/** Moves all times of the queue this many minutes into the past. */
async function minutesPass(db: TestDatabase, minutes: number) {
  await sql`update pgboss.job set start_after = start_after - ${minutes} * interval '1 minute',
    started_on = started_on - ${minutes} * interval '1 minute',
    heartbeat_on = heartbeat_on - ${minutes} * interval '1 minute'`.execute(db.owner)
}

test('jobs are overdue once no worker has started one for three minutes, and not while a worker is busy with others', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using web = createQueue({ connectionString: db.connectionString, log, working: false })
  await web.start()
  await sql`delete from pgboss.job`.execute(db.owner)
  await web.beat()
  await web.beat()
  await db.asService((tx) => web.enqueue(tx, 'tests.note', 'later', { startAfter: new Date(Date.now() + 3_600_000) }))
  expect(await web.late()).toBeNull()
  await minutesPass(db, 2)
  expect(await web.late()).toBeNull()
  await minutesPass(db, 2)
  expect(await web.late()).toMatchObject({ count: 1 })
  const minutesLate = (Date.now() - ((await web.late())?.since.getTime() ?? 0)) / 60_000
  expect(minutesLate).toBeCloseTo(4, 0)

  await using worker = createQueue({ connectionString: db.connectionString, log })
  await worker.start()
  await expect.poll(() => web.late(), { timeout: 10_000 }).toBeNull()
  // A long queue whose first jobs are running has a worker, however long the last jobs wait.
  await db.asService((tx) => web.enqueueAll(tx, 'tests.note', ['a', 'b']))
  await minutesPass(db, 30)
  await sql`update pgboss.job set state = 'active', started_on = now() where data->>'id' = 'a'`.execute(db.owner)
  expect(await web.late()).toBeNull()
})

test('jobs that wait behind a long one are overdue only once its worker has died', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using web = createQueue({ connectionString: db.connectionString, log, working: false })
  await web.start()
  await sql`delete from pgboss.job`.execute(db.owner)
  await db.asService((tx) => web.enqueueAll(tx, 'tests.note', ['long', 'waiting']))
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
    where data->>'id' = 'long'`.execute(db.owner)
  await minutesPass(db, 10)
  await sql`update pgboss.job set heartbeat_on = now() where data->>'id' = 'long'`.execute(db.owner)
  expect(await web.late()).toBeNull()
  await minutesPass(db, 4)
  expect(await web.late()).toMatchObject({ count: 1 })
})

test('a program without a worker logs once that jobs are not started, and once that they are again', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using web = createQueue({ connectionString: db.connectionString, log, working: false })
  await web.start()
  await sql`delete from pgboss.job`.execute(db.owner)
  await web.beat()
  await minutesPass(db, 10)
  const lines: { msg: string; level: number }[] = []
  const capturedLog = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  const stop = watchJobs({ queue: web, log: capturedLog, everyMs: 50 })
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 50, count: 1, msg: expect.stringContaining('no worker runs them') })

  await using worker = createQueue({ connectionString: db.connectionString, log })
  await worker.start()
  await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 10_000 }).toContain('jobs run again')
  expect(lines).toHaveLength(2)
  stop()
})
