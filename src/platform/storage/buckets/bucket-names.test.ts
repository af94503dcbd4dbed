import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { storagePublicApi } from '../serving/storage-public.api.ts'
import { storageApi } from '../storage.api.ts'

/** The words that a route has where others have the name of a bucket. */
function wordsOfRoutes(paths: string[]): string[] {
  const words = paths.map((path) => /^\/object\/([a-z-]+)(?:\/|$)/.exec(path)?.[1])
  return [...new Set(words.filter((word) => word !== undefined))]
}

test('no bucket may be called as a route below /object', async () => {
  await using db = await testDatabase()
  const apis = [storageApi, storagePublicApi] as ((options: object) => { routes: { path: string }[] })[]
  const words = wordsOfRoutes(apis.flatMap((api) => api({ db }).routes.map(({ path }) => path)))
  expect(words).toContain('sign')
  for (const id of words) {
    const making = db.asService((tx) => sql`insert into storage.buckets (id, name) values (${id}, ${id})`.execute(tx))
    await expect(making, id).rejects.toMatchObject({ constraint: 'buckets_id_is_no_route' })
  }
})
