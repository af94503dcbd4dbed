import type { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForChanges } from '#platform/database/changes.ts'
import { keepInMemory } from '#platform/database/copy-in-memory.ts'
import type { Env } from '#platform/http/env.ts'
import { createLog } from '#platform/log.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { terms } from '../../../../db/catalogue/documents/terms.ts'
import { addShippedDocuments, publishDraft, setDraft } from './edit-documents.ts'
import { policyVersionsApi } from './policy-versions.api.ts'
import { readDocuments, shownVersion } from './read-documents.ts'

/** Earlier versions of policies, and what every program shows after a change. */
let api: ShopApi
let userId: string
const path = '/terms-conditions'

beforeAll(async () => {
  api = await startShopApi({
    rateLimits: false,
    routes: () => (app: Hono<Env>) => app.route('/functions/v1', policyVersionsApi()),
  })
  userId = (await api.db.user({ admin: true })).id
  await api.db.asService(addShippedDocuments)
  // The shop opened long ago.
  await api.db.asService((tx) => sql`update private.document_versions set at = '2026-01-01'`.execute(tx))
})
afterAll(() => api[Symbol.asyncDispose]())

async function ask(address: string) {
  const response = await fetch(`${api.url}/functions/v1/${address}`, { headers: { apikey: api.anonKey } })
  return { status: response.status, body: await response.json() }
}

/** Publishes the terms under another name. */
async function publish(name: string, at: Date | null = null) {
  await api.db.asService(async (tx) => {
    const { rows } = await sql<{
      revision: number
    }>`select revision from private.documents where path = ${path}`.execute(tx)
    const revision = await setDraft(tx, { path, revision: rows[0]?.revision ?? 0, userId }, { ...terms, name })
    await publishDraft(tx, { path, revision, userId }, at)
  })
}

test('an order stays under the version of its day, whatever is published afterwards', async () => {
  const orderedAt = new Date().toISOString()
  const versionOf = async (at: string) => {
    const { policies } = (await ask(`policies-at?at=${encodeURIComponent(at)}`)).body
    return policies.find((each: { path: string }) => each.path === path)?.number
  }
  expect(await versionOf(orderedAt)).toBe(1)
  await publish('New terms')
  await publish('Terms of tomorrow', new Date(Date.now() + 86_400_000))
  expect(await versionOf(orderedAt)).toBe(1)
  expect(await versionOf(new Date().toISOString())).toBe(2)
  // Before the shop had any, and a time ahead of the clock.
  expect(await versionOf('2025-01-01T00:00:00Z')).toBeUndefined()
  expect(await versionOf('2100-01-01T00:00:00Z')).toBe(2)
})

test('everyone may read a version that was shown, and none that is scheduled', async () => {
  const read = (number: number, of = path) => ask(`policy-version?path=${of}&number=${number}`)
  const [first, second] = [await read(1), await read(2)]
  expect(first).toMatchObject({ status: 200, body: { content: { name: terms.name }, at: '2026-01-01T00:00:00.000Z' } })
  expect(first.body.until).toBe(second.body.at)
  expect(second.body).toMatchObject({ content: { name: 'New terms' }, until: null })
  expect((await read(3)).status).toBe(404)
  expect((await read(1, '/about')).status).toBe(400)
})

test('every program shows what is published within a second, and reads nothing again for a draft', async () => {
  const log = createLog({ level: 'silent' })
  const programs = await Promise.all(
    [1, 2].map(async () => {
      const reads = { count: 0 }
      const changes = await listenForChanges({ connectionString: api.db.connectionString, db: api.db, log })
      const read = () => {
        reads.count += 1
        return api.db.asService((tx) => readDocuments(tx))
      }
      const freshness = { onFresh: () => undefined, onFault: () => undefined }
      const copy = await keepInMemory({ read, tables: ['documents', 'document_versions'] }, changes, freshness)
      return { reads, changes, name: () => shownVersion(copy.value(), path, new Date())?.content.name }
    }),
  )
  await api.db.asService(async (tx) => {
    const { rows } = await sql<{
      revision: number
    }>`select revision from private.documents where path = ${path}`.execute(tx)
    await setDraft(tx, { path, revision: rows[0]?.revision ?? 0, userId }, { ...terms, name: 'A draft' })
  })
  const before = programs.map(({ reads }) => reads.count)
  await publish('Newest terms')
  for (const { name } of programs) await expect.poll(name, { timeout: 1_000, interval: 20 }).toBe('Newest terms')
  // One reading each for the publication, none for the two drafts.
  expect(programs.map(({ reads }, at) => reads.count - (before[at] ?? 0))).toEqual([1, 1])
  await Promise.all(programs.map(({ changes }) => changes.close()))
})
