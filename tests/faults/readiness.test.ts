import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { dataFolder, type Running, startShop, startWorker } from '#tests/fixtures/program.ts'

const port = 24_410
const soon = { timeout: 15_000, interval: 200 }

async function answerOf({ url }: Running, path: string): Promise<[number, string | null]> {
  const response = await fetch(url + path)
  await response.body?.cancel()
  return [response.status, response.headers.get('retry-after')]
}

function started(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  return startShop(dataDir, port, { LOG_LEVEL: 'info', ...env })
}

test('while its database is read-only the shop is not ready and sends Retry-After, and soon after it is ready again', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using shop = await started(data.path, { DATABASE_URL: database.connectionString })
  const name = new URL(database.connectionString.replace(/^postgres\w*:\/\/[^/]*/, 'http://x')).pathname.slice(1)
  /** Simulates a failover: open connections end, and new ones find the other state. */
  const setReadOnly = (state: 'on' | 'off') =>
    onServer(database.connectionString, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${name} set default_transaction_read_only = ${state}`)
      if (state === 'off') return
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
    })
  expect(await answerOf(shop, '/health/ready')).toEqual([200, null])

  await setReadOnly('on')
  await expect.poll(() => answerOf(shop, '/health/ready'), soon).toEqual([503, '2'])
  expect((await answerOf(shop, '/health/live'))[0]).toBe(200)
  const write = () =>
    fetch(`${shop.url}/functions/v1/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: shop.url },
      body: JSON.stringify({
        id: randomUUID(),
        topic: 'order',
        name: 'Ruth',
        email: 'ruth@example.com',
        message: 'Good morning.',
      }),
    })
  const refused = await write()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])

  // Connections stay open; those that report read-only are not used again.
  await setReadOnly('off')
  await expect.poll(() => answerOf(shop, '/health/ready'), soon).toEqual([200, null])
  await expect.poll(async () => (await write()).status, soon).toBeLessThan(300)
})

test('a shop is not ready after a restore without the order lines', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using shop = await started(data.path, { DATABASE_URL: database.connectionString })
  await onServer(database.connectionString, (client) => client.query('drop table public.order_lines cascade'))
  await expect.poll(() => answerOf(shop, '/health/ready'), soon).toEqual([503, '2'])
})

// Only root can mount a separate disk.
test.runIf(process.getuid?.() === 0)(
  'a shop whose disk is full is not ready until there is room',
  { tags: ['D9'] },
  async () => {
    await using database = await emptyDatabase()
    const disk = await mkdtemp(join(tmpdir(), 'small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk])
    await using _mount = {
      async [Symbol.asyncDispose]() {
        execFileSync('umount', ['-l', disk])
        await rmdir(disk)
      },
    }
    await chmod(disk, 0o711)
    await using shop = await started(disk, { DATABASE_URL: database.connectionString })
    expect(await answerOf(shop, '/health/ready')).toEqual([200, null])

    const { bavail, bsize } = await statfs(disk)
    const ballast = join(disk, 'ballast')
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 1_048_576))
    await expect.poll(() => answerOf(shop, '/health/ready'), soon).toEqual([503, '2'])
    await rm(ballast)
    await expect.poll(() => answerOf(shop, '/health/ready'), soon).toEqual([200, null])
    const changes = () => shop.lines.filter((line) => /"(not ready|ready again)"/.test(line))
    await expect
      .poll(changes)
      .toEqual([expect.stringContaining('MiB left, and needs 64'), expect.stringContaining('again')])
  },
)

test('overdue jobs make the worker unready, while the shop stays ready to sell', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const env = { DATABASE_URL: database.connectionString, JWT_SECRET: 'a secret that both programs of this test share' }
  await using shop = await started(data.path, { ...env, WORKER: 'off' })
  await using _worker = await startWorker(data.path, port + 1, env)
  const worker = { ...shop, url: `http://127.0.0.1:${port + 1}` }
  await expect.poll(() => answerOf(worker, '/health/ready'), soon).toEqual([200, null])

  await onServer(database.connectionString, async (client) => {
    await client.query(`select pgboss.create_queue('tests.unattended', '{"policy":"standard"}'::jsonb)`)
    await client.query(
      `insert into pgboss.job (name, start_after) values ('tests.unattended', now() - interval '10 min')`,
    )
  })
  await expect.poll(() => answerOf(worker, '/health/ready'), soon).toEqual([503, '2'])
  expect(await answerOf(shop, '/health/ready')).toEqual([200, null])
  expect((await answerOf(worker, '/health/live'))[0]).toBe(200)
})

test('shop and worker answer a health check that names no host, as HAProxy sends it', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const env = { DATABASE_URL: database.connectionString, JWT_SECRET: 'a secret that both programs of this test share' }
  await using _shop = await started(data.path, { ...env, WORKER: 'off' })
  await using _worker = await startWorker(data.path, port + 1, env)
  for (const each of [port, port + 1]) {
    const socket = connect(each, '127.0.0.1')
    socket.write('GET /health/ready HTTP/1.0\r\n\r\n')
    const [start] = await once(socket, 'data')
    expect(String(start)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  }
})
