// @module-tag N7

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { warnOfOtherFolder } from './own-files.ts'

test('a second copy of the shop with its own folder is logged as soon as there is an image', async () => {
  await using db = await testDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'folders-'))
  const log = createLog({ level: 'silent' })
  const isOwn = (name: string, kind: 'disk' | 's3' = 'disk') =>
    warnOfOtherFolder({ db, files: { kind }, folder: join(dir, name), log })
  expect(await isOwn('one')).toBe(true)
  expect(await isOwn('two')).toBe(true)
  await db.asService((tx) =>
    sql`insert into storage.objects (bucket_id, name) values ('product-images', 'a.jpg')`.execute(tx),
  )
  expect(await isOwn('two')).toBe(true)
  expect(await isOwn('one')).toBe(false)
  expect(await isOwn('three', 's3')).toBe(true)
  await rm(dir, { recursive: true, force: true })
})
