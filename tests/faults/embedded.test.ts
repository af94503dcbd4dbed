import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findRunning, isPostmasterOf } from '#platform/database/embedded/postmaster-file.ts'
import { ask, runOwner, temporaryDir } from './owners.ts'

test('kill -9 of the program shuts its database down cleanly within two seconds, and the next start finds all rows', {
  tags: ['D5'],
}, async () => {
  await using dir = await temporaryDir()
  const first = await runOwner(dir.path)
  await ask(first.connectionString, `create table kept as select generate_series(1, 1000) as n`)
  first.kill('SIGKILL')
  const killedAt = Date.now()
  await vi.waitFor(() => expect(isPostmasterOf(dir.cluster, first.pid)).toBe(false), { timeout: 5_000, interval: 10 })
  expect(Date.now() - killedAt).toBeLessThan(2_000)
  expect(await readFile(join(dir.path, 'postgres.log'), 'utf8')).toContain('database system is shut down')

  await using second = await runOwner(dir.path)
  expect(await ask(second.connectionString, 'select count(*)::int from kept')).toBe(1000)
})

test('a program started at the moment of a kill -9 waits for the old database to stop, and runs', {
  tags: ['D5'],
}, async () => {
  await using dir = await temporaryDir()
  const first = await runOwner(dir.path)
  first.kill('SIGKILL')
  await using second = await runOwner(dir.path)
  expect(second.pid).not.toBe(first.pid)
  expect(await ask(second.connectionString, 'select 1')).toBe(1)
})

test('if a database’s owner and lifeline were both killed, the next start stops that database and runs its own', async () => {
  await using dir = await temporaryDir()
  const first = await runOwner(dir.path)
  for (const pid of lifelinesOf(dir.cluster)) process.kill(pid, 'SIGKILL')
  first.kill('SIGKILL')
  expect(isPostmasterOf(dir.cluster, first.pid)).toBe(true)

  await using second = await runOwner(dir.path)
  expect(isPostmasterOf(dir.cluster, first.pid)).toBe(false)
  expect(await ask(second.connectionString, 'select 1')).toBe(1)
})

test('after repeated kill -9 PostgreSQL restarts with every committed row', { tags: ['D1'] }, async () => {
  await using dir = await temporaryDir()
  await using owner = await runOwner(dir.path)
  await ask(owner.connectionString, 'create table kept (n integer)')
  for (const n of [1, 2, 3]) {
    await ask(owner.connectionString, `insert into kept values (${n})`)
    process.kill((await getRunning(dir.cluster)).pid, 'SIGKILL')
    const back = () => ask(owner.connectionString, 'select count(*)::int from kept')
    await vi.waitFor(async () => expect(await back()).toBe(n), { timeout: 20_000, interval: 20 })
  }
})

test('after a crash of a PostgreSQL process the program still owns the database', async () => {
  await using dir = await temporaryDir()
  await using owner = await runOwner(dir.path)
  const backend = ask(owner.connectionString, 'select pg_sleep(60)')
  const backendPid = () =>
    ask(
      owner.connectionString,
      `select pid from pg_stat_activity where query like '%pg_sleep(60)' and pid <> pg_backend_pid()`,
    )
  await vi.waitFor(async () => expect(await backendPid()).toBeGreaterThan(0), { timeout: 20_000, interval: 20 })
  process.kill(Number(await backendPid()), 'SIGKILL')
  await expect(backend).rejects.toThrow()

  const back = () => ask(owner.connectionString, 'select 1')
  await vi.waitFor(async () => expect(await back()).toBe(1), { timeout: 20_000, interval: 20 })
  const locks = () => ask(owner.connectionString, `select count(*)::int from pg_locks where locktype = 'advisory'`)
  await vi.waitFor(async () => expect(await locks()).toBe(1), { timeout: 20_000, interval: 20 })
  expect((await getRunning(dir.cluster)).pid).toBe(owner.pid)
})

test.each([50, 150, 400])(
  'a first start killed after %i ms is repaired by the next one',
  { tags: ['D6'] },
  async (afterMs) => {
    await using dir = await temporaryDir()
    const killed = spawnOwner(dir.path)
    const begun = () => expect(readdirSync(dir.path).some((name) => name.startsWith('data'))).toBe(true)
    await vi.waitFor(begun, { timeout: 10_000, interval: 5 })
    await new Promise((resolve) => setTimeout(resolve, afterMs)) // The moment of the kill is the subject of the test.
    killInitdb(dir.path)
    killed.kill('SIGKILL')
    await once(killed, 'exit')

    await using owner = await runOwner(dir.path)
    expect(await ask(owner.connectionString, 'select 1')).toBe(1)
    expect(readdirSync(dir.path).filter((name) => name.includes('tmp'))).toEqual([])
  },
)

test.each([1, 2, 3, 4, 5])(
  'two programs started at once on an empty folder: one runs, the other says who (%i)',
  async () => {
    await using dir = await temporaryDir()
    const results = await Promise.allSettled([runOwner(dir.path), runOwner(dir.path)])
    const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(running).toHaveLength(1)
    await using owner = running[0]
    expect(refused).toEqual([
      expect.objectContaining({
        exitCode: 2,
        message: expect.stringContaining(`already running as pid ${owner?.ownerPid}`),
      }),
    ])
    expect(await ask(owner?.connectionString ?? '', 'select 1')).toBe(1)
  },
)

test('a stale lock file with the process id of another program of the same user does not prevent the start', {
  tags: ['D7'],
}, async () => {
  await using dir = await temporaryDir()
  const first = await runOwner(dir.path)
  await first[Symbol.asyncDispose]()
  const uid = Number(execFileSync('stat', ['-c', '%u', dir.cluster], { encoding: 'utf8' }))
  const stranger = spawn('sleep', ['60'], { ...(process.getuid?.() === 0 ? { uid } : {}), cwd: '/' })
  try {
    const lines = [
      stranger.pid,
      dir.cluster,
      1_700_000_000,
      5432,
      join(dir.path, 'socket'),
      '',
      '  5432001         0',
      'ready',
    ]
    await writeFile(join(dir.cluster, 'postmaster.pid'), `${lines.join('\n')}\n`)
    await using second = await runOwner(dir.path)
    expect(await ask(second.connectionString, 'select 1')).toBe(1)
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill()
  }
})

test('SIGTERM shuts the database down cleanly before the program ends', async () => {
  await using dir = await temporaryDir()
  const owner = await runOwner(dir.path)
  await owner[Symbol.asyncDispose]()
  expect(isPostmasterOf(dir.cluster, owner.pid)).toBe(false)
  expect(readFileSync(join(dir.path, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\s*$/)
})

test('without a locale in the environment the database is still UTF-8', { tags: ['D11'] }, async () => {
  await using dir = await temporaryDir()
  await using owner = await runOwner(dir.path, { env: { PATH: process.env.PATH ?? '' } })
  expect(await ask(owner.connectionString, 'show server_encoding')).toBe('UTF8')
  expect(await ask(owner.connectionString, `select upper('élan')`)).toBe('ÉLAN')
})

test.runIf(process.getuid?.() === 0)(
  'root with the shop in a closed folder: the files go where PostgreSQL can reach them, and stay',
  { tags: ['D12'] },
  async () => {
    await using dir = await temporaryDir({ mode: 0o700 })
    const dataDir = join(dir.path, 'shop/.data/postgres')
    let root = ''
    try {
      {
        await using owner = await runOwner(dataDir)
        await ask(owner.connectionString, 'create table kept as select 7 as n')
        root = await realpath(dataDir)
        expect(root).toMatch(/^\/var\/lib\/embedded-postgres\/[0-9a-f]{16}$/)
      }
      await using again = await runOwner(dataDir)
      expect(await ask(again.connectionString, 'select n from kept')).toBe(7)
      expect(await realpath(dataDir)).toBe(root)
    } finally {
      if (root) await rm(root, { recursive: true, force: true })
    }
  },
)

async function getRunning(cluster: string) {
  const running = await findRunning(cluster)
  if (!running) throw new Error(`no PostgreSQL runs in ${cluster}`)
  return running
}

function spawnOwner(dataDir: string) {
  return spawn(process.execPath, [join(import.meta.dirname, 'database-owner.ts'), dataDir], { stdio: 'ignore' })
}

function commandLines(): { pid: number; command: string[] }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readCommand(name) }))
}

function readCommand(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // It has already exited.
  }
}

function lifelinesOf(cluster: string): number[] {
  return commandLines().flatMap(({ pid, command }) =>
    command[0] === '/bin/sh' && command.includes(cluster) ? [pid] : [],
  )
}

function killInitdb(dataDir: string): void {
  const ours = commandLines().filter(({ command }) => command.some((word) => word.includes(`${dataDir}/data.tmp-`)))
  for (const { pid } of ours) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It exited first.
    }
  }
}
