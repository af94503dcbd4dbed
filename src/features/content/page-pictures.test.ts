import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { openPagePictures } from './page-pictures.server.ts'

test('a page’s picture is stored once and changes with its file, and a missing or invalid file does not stop the start', async () => {
  await using db = await testDatabase()
  const picturesDir = await mkdtemp(join(tmpdir(), 'pages-'))
  const colour = (background: string) =>
    sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const at = { db, files: diskStore(join(picturesDir, 'storage')), picturesDir, log: createLog({ level: 'silent' }) }
  const pictures = {
    hero: { file: 'hero.jpg', alt: 'A rail.' },
    cloth: { file: 'nowhere.jpg', alt: 'Cloth.' },
    workroom: { file: 'spoilt.jpg', alt: 'A table.' },
  }
  await writeFile(join(picturesDir, 'hero.jpg'), await colour('#efe7d8'))
  await writeFile(join(picturesDir, 'spoilt.jpg'), 'no picture at all')

  const first = await openPagePictures({ ...at, pictures })
  expect(first).toEqual({
    hero: {
      url: expect.stringMatching(/^\/storage\/v1\/object\/public\/product-images\/site\/hero-[0-9a-f]{8}\.jpg$/),
      alt: 'A rail.',
      width: 320,
      height: 200,
      blur: expect.stringMatching(/^#[\da-f]{6},#[\da-f]{6}$/),
    },
  })
  expect(await openPagePictures({ ...at, pictures })).toEqual(first)

  await writeFile(join(picturesDir, 'hero.jpg'), await colour('#6b2737'))
  const changed = await openPagePictures({ ...at, pictures })
  expect(changed.hero?.url).not.toBe(first.hero?.url)
  const objects = await db.asService((tx) => tx.selectFrom('storage.objects').select('name').execute())
  expect(objects.map(({ name }) => name)).toHaveLength(2)
  await rm(picturesDir, { recursive: true, force: true })
})
