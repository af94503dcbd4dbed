import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { storePictures } from './opening-catalogue.server.ts'

test('a picture’s facts come from the list, and from the file if the list has none or is of another file', async () => {
  await using db = await testDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'pictures-'))
  const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#3d5a45' } })
    .jpeg()
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const blur = '#4c5b50,#ece4d6'
  // A size other than the file's, so that the test can tell it from one that was read.
  const row = { slug: 'mary-dress', width: 30, height: 40, alt: 'A green dress.' }
  const list = [
    { ...row, file: 'known.jpg', hash, blur },
    { ...row, file: 'changed.jpg', hash: '00000000', blur },
    { ...row, file: 'plain.jpg' },
  ]
  for (const { file } of list) await writeFile(join(dir, file), bytes)
  await writeFile(join(dir, 'pictures.json'), JSON.stringify(list))
  try {
    const files = diskStore(join(dir, 'storage'))
    const pictures = await storePictures({ db, files, picturesDir: dir })
    const read = { width: 300, height: 400, blur: expect.stringMatching(/^#3[\da-f]{5},#3[\da-f]{5}$/) }
    expect(pictures.get('mary-dress')).toMatchObject([{ width: 30, height: 40, blur }, read, read])
    // A file of unknown origin may have metadata: its clean rendition is made from it.
    const clean = []
    for await (const { name } of files.list('renditions/')) clean.push(await files.read(name))
    expect(clean).toEqual([bytes])
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
