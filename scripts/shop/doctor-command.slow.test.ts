import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startAccountsApi, testSecret } from '#tests/fixtures/accounts-api.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { signIn, withTotp } from '#tests/fixtures/second-factors.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'

type Report = { ok: boolean; findings: { check: string; state: string; found: string; cure?: string }[] }

async function examine(env: Record<string, string>) {
  const { code, out } = await runCommand('scripts/shop.ts', ['doctor', '--json'], env)
  const report = JSON.parse(out) as Report
  const faults = report.findings.filter(({ state }) => state !== 'ok')
  expect(faults.every(({ cure }) => cure)).toBe(true)
  return {
    code,
    ok: report.ok,
    faults: Object.fromEntries(faults.map(({ check, found, state }) => [check, `${state}: ${found}`])),
  }
}

test('a healthy shop passes every check, and has to be started and backed up', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using folder = await dataFolder()
  const { code, ok, faults } = await examine({
    DATABASE_URL: db.connectionString,
    DATA_DIR: folder.path,
    SITE_URL: 'http://127.0.0.1:9',
  })
  expect([code, ok]).toEqual([0, true])
  expect(Object.keys(faults)).toEqual(['secret', 'backups', 'address'])
  expect(faults.backups).toBe(
    'warning: NOTHING IS BACKED UP: DATABASE_URL is set, BACKUP_TO is not, and the shop makes no backup itself',
  )
})

test('each fault is found with its cure, and the exit code is 1', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using folder = await dataFolder()
  await writeFile(join(folder.path, 'jwt-secret'), 'x'.repeat(43))
  await chmod(join(folder.path, 'jwt-secret'), 0o644)
  await onServer(db.connectionString, async (client) => {
    await client.query(`drop policy "service_role may do everything" on public.user_roles`)
    await client.query(`delete from migrations.applied where name = '0023_refunded.sql'`)
  })
  const env = { DATABASE_URL: db.connectionString, DATA_DIR: folder.path, SITE_URL: 'http://127.0.0.1:9' }
  const { code, faults } = await examine({
    ...env,
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  })
  expect(code).toBe(1)
  expect(faults).toMatchObject({
    secret: expect.stringContaining('error: '),
    rights: expect.stringContaining('public.user_roles'),
    migrations: 'warning: 1 has not run',
    'e-mail': expect.stringContaining('ECONNREFUSED'),
    payments: expect.stringContaining('a request to Stripe failed'),
  })
})

test('connections that carry one program only are a warning, and those that carry none an error', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using folder = await dataFolder()
  const { rows } = await db.pool.query<{ most: number }>(`select current_setting('max_connections')::int as most`)
  const most = rows[0]?.most ?? 0
  const env = { DATABASE_URL: db.connectionString, DATA_DIR: folder.path, SITE_URL: 'http://127.0.0.1:9' }
  const one = await examine({ ...env, DATABASE_POOL_SIZE: String(Math.floor(most / 2) + 1) })
  expect(one.faults.connections).toMatch(/^warning: \d+ of \d+ are in use; there is room for 1 of the shop’s programs/)
  const none = await examine({ ...env, DATABASE_POOL_SIZE: String(most) })
  expect([none.code, none.faults.connections]).toEqual([1, expect.stringContaining('there is room for 0 of')])
})

test('an authenticator app that can’t be read with JWT_SECRET is an error, and with the right secret it is none', async () => {
  await using api = await startAccountsApi()
  await withTotp(await signIn(api, await api.account()))
  await using folder = await dataFolder()
  const env = { DATABASE_URL: api.db.connectionString, DATA_DIR: folder.path, SITE_URL: 'http://127.0.0.1:9' }
  expect((await examine({ ...env, JWT_SECRET: testSecret })).faults['authenticator apps']).toBeUndefined()
  const { code, faults } = await examine({ ...env, JWT_SECRET: 'another secret of more than thirty-two characters' })
  expect([code, faults['authenticator apps']]).toEqual([
    1,
    expect.stringContaining('1 authenticator app can’t be read'),
  ])
})

test('a wrong configuration lists every reason, and a database that is away stops no other check', async () => {
  const wrong = await examine({ SHOP_MODE: 'odd', PORT: 'odd' })
  expect([wrong.code, wrong.ok]).toEqual([1, false])
  await using folder = await dataFolder()
  const away = await examine({
    DATABASE_URL: 'postgresql://shop@127.0.0.1:9/shop',
    DATA_DIR: folder.path,
    SMTP_URL: 'smtp://127.0.0.1:9',
    SITE_URL: 'http://127.0.0.1:9',
  })
  expect(away.code).toBe(1)
  expect(away.faults).toMatchObject({
    database: expect.stringContaining('ECONNREFUSED'),
    'e-mail': expect.stringContaining('ECONNREFUSED'),
  })
})

test('a test alert goes by e-mail and by the webhook, and each failure is reported exactly', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using folder = await dataFolder()
  await using smtp = await smtpServer()
  const calls: { type: string; text: string }[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    calls.push(JSON.parse(await text(request)))
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = {
    DATABASE_URL: db.connectionString,
    DATA_DIR: folder.path,
    SITE_URL: 'http://127.0.0.1:9',
    SMTP_URL: smtp.url,
    ALERT_EMAIL: 'ruth@example.com',
    ALERT_WEBHOOK: `http://127.0.0.1:${port}/secret-path`,
  }
  const send = async (changes: Record<string, string> = {}) => {
    const { code, out } = await runCommand('scripts/shop.ts', ['doctor', '--json', '--send-test-alert'], {
      ...env,
      ...changes,
    })
    const { findings } = JSON.parse(out) as Report
    return {
      code,
      found: findings.filter(({ check }) => check === 'test alert').map(({ state, found }) => `${state}: ${found}`),
    }
  }
  expect(await send()).toEqual({
    code: 0,
    found: [
      'ok: the mail server accepted the e-mail to ruth@example.com',
      `ok: the webhook at 127.0.0.1:${port} accepted it`,
    ],
  })
  expect(smtp.received[0]?.to).toEqual(['ruth@example.com'])
  expect(smtp.received[0]?.message).toContain('Nothing is wrong')
  expect(calls).toMatchObject([{ type: 'alert.test', text: expect.stringContaining('Nothing is wrong') }])

  status = 404
  smtp.answer = (stage) => (stage === 'rcpt' ? '550 no such mailbox' : undefined)
  const failed = await send()
  expect(failed.code).toBe(1)
  expect(failed.found[0]).toMatch(/^error: the e-mail was not sent: .*550/)
  expect(failed.found[1]).toBe(`error: the webhook at 127.0.0.1:${port} failed: the receiver of alerts answered 404`)
  expect((await send({ ALERT_EMAIL: 'off', ALERT_WEBHOOK: '' })).found).toEqual(['warning: no alerts are set up'])
  server.closeAllConnections()
  server.close()
})

async function dataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'doctor-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
