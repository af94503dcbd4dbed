import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { ledger } from '#tests/fixtures/ledger.ts'
import { createLog } from '../log.ts'
import { reportDeadJobs } from './dead-jobs.ts'
import { openPgBoss, openQueueDb } from './pg-boss.ts'
import { createQueue, type Queue } from './queue.ts'

const log = createLog({ level: 'fatal' })

/** Creates a job of this id and lets its last try fail. */
async function failLastTry(db: TestDatabase, queue: Queue, id: string) {
  await db.asService((tx) => queue.enqueue(tx, 'tests.note', id))
  await sql`update pgboss.job set retry_limit = 0 where name = 'tests.note' and state = 'created'`.execute(db.owner)
}

test('a job without tries left is listed with its last error, and can be retried', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  const jobs = ledger()
  let works = false
  await failLastTry(db, queue, 'a')
  await failLastTry(db, queue, 'b')
  await failLastTry(db, queue, 'a')
  await queue.work({
    'tests.note': async (id) => {
      if (!works) throw new Error(`not ${id}`)
      jobs.add(id)
    },
  })
  await expect.poll(async () => (await queue.dead()).map(({ times }) => times).toSorted()).toEqual([1, 2])
  const dead = await queue.dead()
  const one = dead.find(({ of }) => of === 'a')
  expect(one).toMatchObject({ job: 'tests.note', lastError: 'not a', times: 2, at: expect.any(Date) })
  expect((await queue.counts()).map(({ name, failed }) => [name, failed])).toEqual([['tests.note', 3]])

  works = true
  expect(await queue.retryDead(one?.id ?? '')).toBe(true)
  await jobs.reached(1)
  expect(jobs.done).toEqual(['a'])
  expect((await queue.dead()).map(({ of }) => of)).toEqual(['b'])
  expect(await queue.retryDead(one?.id ?? '')).toBe(false)
})

test('a job that succeeded later is no longer listed as dead', async () => {
  await using db = await testDatabase()
  await using queue = createQueue({ connectionString: db.connectionString, log })
  await queue.start()
  let works = false
  const jobs = ledger()
  for (const id of ['a', 'b']) await failLastTry(db, queue, id)
  await queue.work({
    'tests.note': async (id) => {
      if (!works) throw new Error('not yet')
      jobs.add(id)
    },
  })
  await expect.poll(async () => (await queue.dead()).length).toBe(2)
  works = true
  await db.asService((tx) => queue.enqueue(tx, 'tests.note', 'b'))
  await jobs.reached(1)
  const queueDb = openQueueDb({ connectionString: db.connectionString }, (error) => log.error({ error }))
  const boss = openPgBoss({ db: queueDb, log, working: false })
  await boss.start()
  await expect
    .poll(async () => {
      await reportDeadJobs(() => boss, log)()
      return (await queue.dead()).map(({ of }) => of)
    })
    .toEqual(['a'])
  await boss.stop({ graceful: false })
  await queueDb.close()
})
