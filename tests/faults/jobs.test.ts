import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

async function startWorker({ connectionString }: TestDatabase): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/fixtures/sleeping-jobs-worker.ts', connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function end(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  return code
}

async function putChores(db: TestDatabase, ids: string[]) {
  await sql`create table private.chores (id text primary key, begun int not null default 0, done int not null default 0);
    grant all on private.chores to service_role`.execute(db.owner)
  await sql`insert into private.chores (id) select unnest(${ids}::text[])`.execute(db.owner)
}

async function chores(db: TestDatabase) {
  const { rows } = await sql<{
    id: string
    begun: number
    done: number
  }>`select * from private.chores order by id`.execute(db.owner)
  return rows
}

test('when the program stops, running jobs end or return to the queue within ten seconds, and none is lost', {
  tags: ['N9'],
}, async () => {
  await using db = await testDatabase()
  await putChores(db, ['endless', ...Array.from({ length: 40 }, (_, n) => `chore ${n}`)])
  const first = await startWorker(db)
  await expect
    .poll(async () => (await chores(db)).find(({ id }) => id === 'endless')?.begun, { timeout: 30_000, interval: 50 })
    .toBe(1)
  const beganAt = performance.now()
  expect(await end(first)).toBe(0)
  expect(performance.now() - beganAt).toBeLessThan(12_000)
  const left = await chores(db)
  expect(left.filter(({ begun, done }) => begun !== done).map(({ id }) => id)).toEqual(['endless'])

  const second = await startWorker(db)
  await expect
    .poll(async () => (await chores(db)).filter(({ done }) => done === 0), { timeout: 60_000, interval: 200 })
    .toEqual([])
  expect(await end(second)).toBe(0)
  const all = await chores(db)
  expect(all.every(({ id, begun }) => begun === (id === 'endless' ? 2 : 1))).toBe(true)
})

test('if the queue’s tables are dropped, the running program creates them again and finishes within a minute', async () => {
  await using db = await testDatabase()
  await putChores(
    db,
    Array.from({ length: 60 }, (_, n) => `chore ${n}`),
  )
  const worker = await startWorker(db)
  await expect
    .poll(async () => (await chores(db)).filter(({ done }) => done > 0).length, { timeout: 30_000, interval: 50 })
    .toBeGreaterThan(10)
  await sql`drop schema pgboss cascade`.execute(db.owner)
  await expect
    .poll(async () => (await chores(db)).filter(({ done }) => done === 0), { timeout: 60_000, interval: 200 })
    .toEqual([])
  expect(await end(worker)).toBe(0)
})
