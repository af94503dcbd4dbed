import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { ledger } from '#tests/fixtures/ledger.ts'
import { createLog } from '../log.ts'
import { openPgBoss, openQueueDb } from './pg-boss.ts'
import { createQueue, sweep } from './queue.ts'

const log = createLog({ level: 'fatal' })

test('a job runs when its transaction commits, and never when the transaction rolls back', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  await queue.work({ 'tests.note': async (id) => jobs.add(id) })

  const refused = db.asService(async (tx) => {
    await queue.enqueue(tx, 'tests.note', 'rolled back')
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  await db.asService((tx) => queue.enqueue(tx, 'tests.note', 'kept'))

  await jobs.reached(1)
  expect(jobs.done).toEqual(['kept'])
})

test('six hundred jobs each run once', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  const ids = Array.from({ length: 600 }, (_, index) => `job ${index}`)
  await db.asService(async (tx) => {
    for (const id of ids) await queue.enqueue(tx, 'tests.note', id)
  })
  await queue.work({ 'tests.note': async (id) => jobs.add(id) })

  await jobs.reached(600)
  expect(new Set(jobs.done)).toEqual(new Set(ids))
  expect(jobs.done).toHaveLength(600)
})

test('a paused queue waits for its running jobs and starts no other until it resumes', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  const running = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  await queue.work({
    async 'tests.note'(id) {
      if (id === 'first') {
        running.resolve()
        await finish.promise
      }
      jobs.add(id)
    },
  })
  await db.asService((tx) => queue.enqueue(tx, 'tests.note', 'first'))
  await running.promise
  const paused = queue.pause().then(() => jobs.add('paused'))
  finish.resolve()
  await paused
  // A job that is queued before that may still be fetched.
  await db.asService((tx) => queue.enqueue(tx, 'tests.note', 'second'))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(jobs.done).toEqual(['first', 'paused'])
  await queue.resume()
  await jobs.reached(3)
  expect(jobs.done).toEqual(['first', 'paused', 'second'])
})

test('a failed job is retried, and the others of its batch are not', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  await db.asService(async (tx) => {
    for (const id of ['a', 'b', 'c']) await queue.enqueue(tx, 'tests.note', id)
  })
  let failures = 1
  await queue.work({
    'tests.note': async (id) => {
      if (id === 'b' && failures-- > 0) throw new Error('once')
      jobs.add(id)
    },
  })

  await jobs.reached(3)
  expect(jobs.done.toSorted()).toEqual(['a', 'b', 'c'])
  expect(jobs.done.at(-1)).toBe('b')
})

test('enqueueOnce leaves one waiting job per id; enqueue always adds one', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  await db.asService(async (tx) => {
    await queue.enqueue(tx, 'tests.note', 'a', { startAfter: new Date(Date.now() + 60_000) })
    await queue.enqueue(tx, 'tests.note', 'a')
    await queue.enqueueOnce(tx, 'tests.note', 'a')
    await queue.enqueueOnce(tx, 'tests.note', 'a')
    await queue.enqueueAll(tx, 'tests.note', ['a', 'b', 'a'])
    await queue.enqueueAll(tx, 'tests.note', [])
  })
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from pgboss.job where name = 'tests.note'`.execute(db.owner)
  expect(rows).toEqual([{ count: 6 }])
})

test('a queue whose tables are dropped loses no work of our own tables', async () => {
  await using db = await testDatabase()
  const names = ['one', 'two', 'three']
  await sql`create table private.chores (id text primary key, done boolean not null default false);
    grant all on private.chores to service_role`.execute(db.owner)
  await sql`insert into private.chores select unnest(${names}::text[])`.execute(db.owner)
  await using first = createQueue({ connectionString: db.connectionString, log, working: false })
  await first.start()
  await db.asService(async (tx) => {
    for (const name of names) await first.enqueue(tx, 'tests.chore', name)
  })
  await first.stop()
  await sql`drop schema pgboss cascade`.execute(db.owner)

  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  await queue.work({
    'tests.chore': async (id) => {
      await sql`update private.chores set done = true where id = ${id}`.execute(db.owner)
      jobs.add(id)
    },
  })
  await sweep({
    db,
    queue,
    name: 'tests.chore',
    everySeconds: 30,
    unfinished: async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from private.chores where not done`.execute(tx)
      return rows.map((row) => row.id)
    },
  })

  await jobs.reached(3)
  expect(jobs.done.toSorted()).toEqual(names.toSorted())
})

test('tables dropped while the program runs are created again, and the jobs continue', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log, checkEverySeconds: 0.2 })
  await using other = createQueue({
    connectionString: db.connectionString,
    log,
    checkEverySeconds: 0.2,
    working: false,
  })
  await Promise.all([queue.start(), other.start()])
  const jobs = ledger()
  const turns = ledger()
  await queue.work({ 'tests.note': async (id) => jobs.add(id) })
  await queue.schedule('tests.turn', 1, async () => turns.add('turn'))
  await db.asService((tx) => other.enqueue(tx, 'tests.note', 'before'))
  await jobs.reached(1)

  await sql`drop schema pgboss cascade`.execute(db.owner)
  const put = () => db.asService((tx) => other.enqueue(tx, 'tests.note', 'after'))
  await expect
    .poll(
      () =>
        put().then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
  await jobs.reached(2)
  const { length } = turns.done
  await turns.reached(length + 1)
  expect(jobs.done).toEqual(['before', 'after'])
})

test('a job enqueued while its queue is missing creates the queue, and is not lost', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  await queue.work({ 'tests.note': async (id) => jobs.add(id) })

  await sql`select pgboss.delete_queue('tests.note')`.execute(db.owner)
  await db.asService((tx) => queue.enqueue(tx, 'tests.note', 'kept'))

  await jobs.reached(1)
  expect(jobs.done).toEqual(['kept'])
})

test('a row that keeps failing is one job with its tries, however often the sweep runs', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const turns = ledger()
  await queue.work({
    'tests.note': async () => {
      throw new Error('never')
    },
  })
  await sweep({
    db,
    queue,
    name: 'tests.note',
    everySeconds: 1,
    unfinished: async () => {
      turns.add('turn')
      return ['a']
    },
  })
  await turns.reached(4)
  const [counts] = await queue.counts()
  expect(counts).toMatchObject({ name: 'tests.note', failed: 0 })
  expect((counts?.waiting ?? 0) + (counts?.active ?? 0) + (counts?.retrying ?? 0)).toBe(1)
})

test('a queue of an earlier version is created again with the present settings', async () => {
  await using db = await testDatabase()
  const queueDb = openQueueDb({ connectionString: db.connectionString }, (error) => log.error({ error }))
  const boss = openPgBoss({ db: queueDb, log, working: false })
  await boss.start()
  await boss.createQueue('tests.note', { policy: 'short' })
  await boss.stop({ graceful: false })
  await queueDb.close()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  await queue.work({ 'tests.note': async (id) => jobs.add(id) })
  await db.asService((tx) => queue.enqueueOnce(tx, 'tests.note', 'a'))
  await jobs.reached(1)
  const { rows } = await sql`select policy from pgboss.queue where name = 'tests.note'`.execute(db.owner)
  expect(rows).toEqual([{ policy: 'exclusive' }])
})

test('stop waits for running jobs, starts no more, and returns the rest to the queue', async () => {
  await using db = await testDatabase()
  const first = createQueue({ connectionString: db.connectionString, log })
  await first.start()
  const ids = Array.from({ length: 30 }, (_, index) => `job ${index}`)
  await db.asService(async (tx) => {
    for (const id of ids) await first.enqueue(tx, 'tests.note', id)
  })
  const begun = ledger()
  const ended: string[] = []
  const { promise: leave, resolve: end } = Promise.withResolvers<void>()
  await first.work({
    'tests.note': async (id) => {
      begun.add(id)
      await leave
      ended.push(id)
    },
  })
  await begun.reached(4)
  const stopping = first.stop()
  end()
  await stopping
  expect(begun.done).toHaveLength(4)
  expect(ended.toSorted()).toEqual(begun.done.toSorted())

  await using second = createQueue({ connectionString: db.connectionString, log })
  await second.start()
  const rest = ledger()
  await second.work({ 'tests.note': async (id) => rest.add(id) })
  await rest.reached(ids.length - ended.length)
  const { rows } = await sql`select data->>'id' as id from pgboss.job
    where name = 'tests.note' and state <> 'completed' and data->>'id' = any(${ended}::text[])`.execute(db.owner)
  expect(rows).toEqual([])
  expect([...ended, ...rest.done].toSorted()).toEqual(ids.toSorted())
})

test('two processes may start together, and a scheduled job runs once for both', { tags: ['N7'] }, async () => {
  await using db = await testDatabase()
  await using first = createQueue({ connectionString: db.connectionString, log })
  await using second = createQueue({ connectionString: db.connectionString, log })
  await Promise.all([first.start(), second.start()])
  const turns = ledger()
  const marks = ledger()
  for (const queue of [first, second]) {
    await queue.schedule('tests.turn', 3600, async () => turns.add('turn'))
    await queue.work({ 'tests.mark': async (id) => marks.add(id) })
  }
  await turns.reached(1)
  await db.asService((tx) => second.enqueue(tx, 'tests.mark', 'after'))
  await marks.reached(1)
  expect(turns.done).toEqual(['turn'])
})

test('visitors and customers cannot read or write the queue', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  for (const role of ['anon', 'authenticated'] as const) {
    await expect(db.as({ role }, (tx) => sql`select 1 from pgboss.job`.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })
  }
})
