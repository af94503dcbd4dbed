// @module-tag D2

import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runCommand } from '#tests/fixtures/command.ts'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { postgresProxy } from '#tests/fixtures/postgres-proxy.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'

test('a database outage under load logs one line at its start and one at its end', { tags: ['D1'] }, async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using proxy = await postgresProxy(database.connectionString)
  await using shop = await startShop(data.path, 24_415, { DATABASE_URL: proxy.connectionString, LOG_LEVEL: 'info' })
  const before = shop.lines.length
  const lines = () =>
    shop.lines
      .slice(before)
      .map((line): { level: number; msg: string; affected?: number; peer?: string } => JSON.parse(line))
      .filter(({ msg }) => msg !== 'request')
  const messages = () => lines().map(({ msg }) => msg)

  proxy.cut()
  const paths = ['/shop?sort=price-asc', '/auth/v1/settings', '/product/none', '/functions/v1/shop-terms']
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(paths.map(async (path) => (await fetch(`${shop.url}${path}`)).body?.cancel()))
    await pause(300)
  }
  proxy.resume()
  await expect.poll(messages, { timeout: 20_000, interval: 200 }).toContain('an outage is over')
  await expect.poll(messages, { timeout: 20_000, interval: 200 }).toContain('changes of the data are heard again')

  expect(messages().toSorted()).toEqual([
    'an outage begins',
    'an outage is over',
    'changes of the data are heard again',
    'changes of the data are not heard: no page is served from memory',
  ])
  const over = lines().find(({ msg }) => msg === 'an outage is over')
  expect(over?.peer).toBe('database')
  expect(over?.affected).toBeGreaterThan(9)
  expect(shop.lines.slice(before).join()).not.toContain('"stack"')
})

test.each([
  { program: 'server', setting: 'PORT', port: 24_416 },
  { program: 'worker', setting: 'WORKER_PORT', port: 24_417 },
])(
  'a taken port of the $program is one line on standard error, and nothing on standard output',
  async ({ program, setting, port }) => {
    await using data = await dataFolder()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const { code, out, err } = await runCommand(`build/server/${program}.js`, [], {
      NODE_ENV: 'production',
      [setting]: String(port),
      DATA_DIR: data.path,
      LOG_LEVEL: 'info',
    })
    other.close()
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `The shop could not start: port ${port} is taken by another program. Set ${setting} to another one.`,
    })
  },
)
