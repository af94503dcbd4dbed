import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '#infrastructure/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { createQueue } from './queue.ts'
import { sweep } from './sweep.ts'

const log = createLog({ level: 'fatal' })

/** Ids as they are handled, and a wait for the n-th. */
function ledger() {
  const done: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    done,
    add(id: string) {
      done.push(id)
      for (const each of waiting) if (done.length >= each.count) each.resolve()
    },
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        if (done.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}

test('a job is done when its transaction commits, and never when it does not', async () => {
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

test('six hundred jobs are done once each', async () => {
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

test('a job that fails is tried again, and the others of its batch are not', async () => {
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

test('enqueueOnce leaves one waiting job per id; enqueue is never swallowed', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  await db.asService(async (tx) => {
    await queue.enqueue(tx, 'tests.note', 'a', { startAfter: new Date(Date.now() + 60_000) })
    await queue.enqueue(tx, 'tests.note', 'a')
    await queue.enqueueOnce(tx, 'tests.note', 'a')
    await queue.enqueueOnce(tx, 'tests.note', 'a')
  })
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from pgboss.job where name = 'tests.note'`.execute(db.owner)
  expect(rows).toEqual([{ count: 3 }])
})

test('a queue whose tables are dropped loses nothing that stands in ours', async () => {
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

test('two programs may start together, and a repeating job takes one turn for both', async () => {
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

test('visitors and customers cannot touch the queue', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  for (const role of ['anon', 'authenticated'] as const) {
    await expect(db.as({ role }, (tx) => sql`select 1 from pgboss.job`.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })
  }
})
