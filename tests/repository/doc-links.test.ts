import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync(['*.md', '{.github,docs,db}/**/*.md'], { exclude: ['docs/plans/**'] })
const names = new Set(globSync(['*.*', '{src,db,tests,scripts,bench}/**/*.*']).map((path) => basename(path)))

const links = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g
const paths = /`((?:src|db|tests|scripts|docs|bench)\/[\w./-]*\w)\/?`/g
const bareNames = /`([\w.-]+\.(?:ts|tsx|mjs|sql))`/g
/** Files of the examples in docs/how-to.md, and of an export. */
const examples = /lookbook|acme|^data\.sql$/

// Documents name a deleted file without backticks.
test('documents link to and name only files that exist', () => {
  expect(documents.length).toBeGreaterThan(50)
  const missing = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8')
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
    const absent = [
      ...all(links).filter((target) => !existsSync(join(dirname(document), target))),
      ...all(paths).filter((path) => !existsSync(path)),
      ...all(bareNames).filter((name) => !names.has(name)),
    ]
    return absent.filter((path) => !examples.test(path)).map((path) => `${document}: ${path}`)
  })
  expect(missing).toEqual([])
})
