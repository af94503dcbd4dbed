import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'

type Program = { url: string; key: string; child: ChildProcess }

async function startProgram(db: TestDatabase): Promise<Program> {
  const child = spawn(process.execPath, ['tests/faults/accounts-program.ts', db.connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const [url = '', key = ''] = String(line).trim().split(' ')
  return { url, key, child }
}

async function kill({ child }: Program): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Null if the program was killed before it responded. */
async function post({ url, key }: Program, path: string, body: object) {
  try {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  } catch {
    return null
  }
}

test('killed at any moment of a refresh, every browser continues with its token', { tags: ['N6'] }, async () => {
  await using db = await testDatabase()
  await using api = await startAccountsApi({ db })
  const tabs = await Promise.all(Array.from({ length: 24 }, async () => (await openTestSession(api)).refresh_token))
  let answered = 0
  for (let round = 0; round < 6; round += 1) {
    const program = await startProgram(db)
    let running = true
    const enough = Promise.withResolvers<void>()
    const busy = tabs.map(async (_, tab) => {
      while (running) {
        const response = await post(program, '/token?grant_type=refresh_token', { refresh_token: tabs[tab] })
        if (!response) return
        expect(response.status, response.body.message).toBe(200)
        answered += 1
        if (answered >= 40 * (round + 1) ** 2) enough.resolve()
        tabs[tab] = response.body.refresh_token ?? ''
      }
    })
    // Some rounds end during the first responses, some after hundreds.
    await enough.promise
    await kill(program)
    running = false
    await Promise.all(busy)
  }
  const program = await startProgram(db)
  for (const token of tabs) {
    expect(await post(program, '/token?grant_type=refresh_token', { refresh_token: token })).toMatchObject({
      status: 200,
    })
  }
  await kill(program)
})

test('killed at any moment of a sign-up, either both the account and its e-mail exist or neither, and a retry works', async () => {
  await using db = await testDatabase()
  const promised: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const program = await startProgram(db)
    let done = 0
    const enough = Promise.withResolvers<void>()
    const clients = Array.from({ length: 6 }, async (_, client) => {
      for (let turn = 0; ; turn += 1) {
        const email = `mary-${round}-${client}-${turn}@example.com`
        const response = await post(program, '/signup', { email, password: 'a long enough one' })
        if (!response) return
        expect(response.status, response.body.message).toBe(200)
        promised.push(email)
        done += 1
        if (done >= 5 + round * 4) enough.resolve()
      }
    })
    await enough.promise
    await kill(program)
    await Promise.all(clients)
  }
  const { rows } = await db.asService((tx) =>
    sql<{ email: string; identities: number; tokens: number; letters: number }>`
      select u.email, (select count(*) from auth.identities i where i.user_id = u.id)::int as identities,
        (select count(*) from auth.one_time_tokens t where t.user_id = u.id)::int as tokens,
        (select count(*) from private.outbox o where o.recipient = u.email and o.kind = 'verification')::int as letters
      from auth.users u`.execute(tx),
  )
  expect(rows.filter(({ identities, tokens, letters }) => identities !== 1 || tokens !== 1 || letters !== 1)).toEqual(
    [],
  )
  const there = new Set(rows.map(({ email }) => email))
  expect(promised.filter((email) => !there.has(email))).toEqual([])
  const { rows: orphans } = await db.asService((tx) =>
    sql`select from private.outbox o where not exists (select from auth.users u where u.email = o.recipient)`.execute(
      tx,
    ),
  )
  expect(orphans).toEqual([])
})
