import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readStaticFiles } from './static-files.ts'

const text = 'let word\n'.repeat(500)

/** A folder as a build writes it: one file with its compressed forms, one without. */
async function builtFolder() {
  const path = await mkdtemp(join(tmpdir(), 'built-'))
  await mkdir(join(path, 'assets'))
  await writeFile(join(path, 'assets/a.js'), text)
  await writeFile(join(path, 'assets/a.js.br'), brotliCompressSync(text))
  await writeFile(join(path, 'assets/a.js.gz'), gzipSync(text))
  await writeFile(join(path, 'assets/b.js'), text)
  await writeFile(join(path, 'assets/kept.gz'), gzipSync(text))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

test('the build’s compressed forms are used from the first request, and have no URL of their own', async () => {
  await using folder = await builtFolder()
  const files = await readStaticFiles(folder.path, [])
  expect([...files.keys()].sort()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/kept.gz'])
  expect(brotliDecompressSync(files.get('/assets/a.js')?.body.br ?? '').toString()).toBe(text)
})

test('a file without compressed forms gets them after the start', async () => {
  await using folder = await builtFolder()
  const file = (await readStaticFiles(folder.path, [])).get('/assets/b.js')
  expect(file?.body.identity.toString()).toBe(text)
  await expect.poll(() => file?.body.br && brotliDecompressSync(file.body.br).toString()).toBe(text)
})
