import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { createSubscriberDeps } from './subscriber-deps.ts'
import { subscribersApi } from './subscribers.api.ts'

const secretFor = (purpose: string) => `a secret for ${purpose}`

let api: ShopApi
let queue: Queue

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: (db) => {
      queue = createQueue({
        connectionString: db.connectionString,
        log: createLog({ level: 'silent' }),
        working: false,
      })
      return (app) =>
        app.route(
          '/functions/v1',
          subscribersApi(createSubscriberDeps({ db, queue, siteUrl: 'http://shop.test', secretFor })),
        )
    },
  })
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await api[Symbol.asyncDispose]()
})

test('an administrator unsubscribes an address, with the effect of the e-mail’s link', async () => {
  const { id, email } = await subscriber()
  const admin = await tokenOf({ admin: true })
  expect(await mayBeWrittenTo(email)).toBe(true)
  for (const _ of ['once', 'twice']) {
    const response = await unsubscribe({ id }, admin.token)
    expect([response.status, await response.json()]).toEqual([200, { unsubscribed: true }])
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
  expect(await mayBeWrittenTo(email)).toBe(false)
  await api.db.asService((tx) => tx.deleteFrom('email_signups').where('id', '=', id).execute())
  await api.db.asService((tx) => tx.insertInto('email_signups').values({ email }).execute())
  expect(await mayBeWrittenTo(email)).toBe(false)
  const logged = await api.db.asService((tx) =>
    tx
      .selectFrom('private.audit_log')
      .select(['actor', 'after', 'before'])
      .where('row_id', '=', id)
      .where('action', '=', 'unsubscribe')
      .execute(),
  )
  expect(logged[0]).toEqual({ actor: admin.id, after: null, before: null })
})

test('only administrators may unsubscribe an address, and responses contain no address', async () => {
  const { id, email } = await subscriber()
  const former = await tokenOf({ admin: true })
  await api.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', former.id).execute())
  const customer = await tokenOf({ admin: false })
  for (const [token, status] of [
    [undefined, 401],
    [api.anonKey, 401],
    ['nonsense', 401],
    [customer.token, 403],
    [former.token, 403],
  ] as const) {
    const response = await unsubscribe({ id }, token)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('@')
  }
  expect(await mayBeWrittenTo(email)).toBe(true)
})

test('an invalid id is refused with a message', async () => {
  const { token } = await tokenOf({ admin: true })
  expect((await unsubscribe({ id: crypto.randomUUID() }, token)).status).toBe(404)
  for (const body of [{}, { id: 1 }, { id: 'somebody@example.com' }, [], null]) {
    expect((await unsubscribe(body, token)).status).toBe(400)
  }
})

function unsubscribe(body: unknown, token?: string): Promise<Response> {
  return fetch(`${api.url}/functions/v1/unsubscribe-subscriber`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

async function subscriber(): Promise<{ id: string; email: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  const row = await api.db.asService((tx) =>
    tx.insertInto('email_signups').values({ email }).returning('id').executeTakeFirstOrThrow(),
  )
  return { id: row.id, email }
}

async function tokenOf({ admin }: { admin: boolean }): Promise<{ id: string; token: string }> {
  const { id } = await api.db.user({ admin })
  return { id, token: await api.token({ role: 'authenticated', sub: id, aal: 'aal1' }) }
}

async function mayBeWrittenTo(email: string): Promise<boolean> {
  const { rows } = await api.db.asService((tx) =>
    sql`select from public.email_signups s where s.email = ${email} and private.can_email(s)`.execute(tx),
  )
  return rows.length > 0
}
