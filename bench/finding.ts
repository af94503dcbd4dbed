import { cpus } from 'node:os'
import { sql } from 'kysely'
import { lengthText } from '#features/catalogue/measures.ts'
import { parseProduct } from '#features/catalogue/product.ts'
import { filterProducts } from '#features/catalogue/search/filter-products.ts'
import { buildIndex } from '#features/catalogue/search/search-index.ts'
import { defaultParams } from '#features/catalogue/search/search-params.ts'
import { searchProducts } from '#features/catalogue/search/search-products.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createLog } from '#platform/log.ts'
import { temporaryPostgres } from '#tests/fixtures/temporary-postgres.ts'
import { garments } from '../db/catalogue/garments.ts'
import { collectFigures } from './figures.ts'

/**
 * Search times over two thousand products: `node bench/finding.ts`, half a minute on a quiet machine. It searches words
 * that one product, a third of the products or no product has; misspelt and unfinished words; and times filters with
 * their counts, in memory.
 */
const many = 2_000
const searches = {
  'a name': ['mary 17 dress', 'ruth skirt', 'zipporah abaya', 'naomi'],
  'what a third of all are': ['dress', 'linen dress', 'cotton', 'long'],
  mistyped: ['mry dres', 'terracota', 'abbaya', 'kaftn sgae'],
  'a letter or two': ['m', 'ab', 'e', 'li'],
  'whatever there is': [
    'x'.repeat(200),
    'q w e r t z u i o p a s',
    'the with and',
    'velvet unicorn saddle soap',
    'dreß, ☃ & co.',
  ],
}
const { add, note, print } = collectFigures()

const server = await temporaryPostgres()
try {
  await migrate(server.url, 'db/migrations')
  const db = openDb({ connectionString: server.url, log: createLog({ level: 'error' }) })
  try {
    await insertProducts(db)
    for (const [kind, words] of Object.entries(searches)) await time(kind, words, (each) => search(db, each))
    await timeFilters(db)
  } finally {
    await db.close()
  }
} finally {
  await server.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

/** The opening catalogue repeated, each product with a name and some words of its own. */
async function insertProducts(db: Db): Promise<void> {
  const names = ['Mary', 'Ruth', 'Esther', 'Naomi', 'Zipporah', 'Abigail', 'Lydia', 'Miriam', 'Sarah', 'Elizabeth']
  const rows = Array.from({ length: many }, (_, at) => {
    const from = garments[at % garments.length]
    const { name = '', description = '', fabric = '', modestyNotes = '', colour = '', measures } = from ?? {}
    return {
      name: `${names[at % names.length]} ${at} ${name.split(' ').slice(1).join(' ')}`,
      slug: `garment-${at}`,
      description: `${description} Number ${at}, cut in ${word(at)} and ${word(at * 7)}.`,
      length: measures ? lengthText(measures) : null,
      ...{ fabric, colour, modesty_notes: modestyNotes, price: 40 + (at % 160) },
    }
  })
  for (let at = 0; at < many; at += 200) {
    await db.asService((tx) =>
      tx
        .insertInto('products')
        .values(rows.slice(at, at + 200))
        .execute(),
    )
  }
  await sql`analyze private.product_search, private.search_vocabulary`.execute(db.owner)
}

function word(seed: number): string {
  return [17, 5, 11, 3, 13].map((step) => String.fromCharCode(97 + ((seed * step + step) % 26))).join('')
}

function search(db: Db, words: string): Promise<unknown> {
  return db.asService((tx) => searchProducts(tx, words))
}

async function time(kind: string, words: string[], work: (words: string) => Promise<unknown> | unknown): Promise<void> {
  const times: number[] = []
  for (const each of words) await work(each)
  for (let round = 0; round < 200; round += 1) {
    const began = performance.now()
    await work(words[round % words.length] ?? '')
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  note(`${kind}: p50`, times[100] ?? 0, 'ms')
  add(`${kind}: p95`, times[190] ?? 0, 'ms', { atMost: 20 })
}

async function timeFilters(db: Db): Promise<void> {
  const rows = await db.asService((tx) => tx.selectFrom('products').selectAll().orderBy('created_at').execute())
  const index = buildIndex(
    rows.map((row) => parseProduct({ ...row, price: Number(row.price), created_at: '', preorder_end_date: null })),
  )
  const search = { ...defaultParams, size: ['8-10'], colour: ['beige', 'green'], preorder: true }
  await time('filters and their counts', [''], () =>
    filterProducts({ index, search, found: null, isLive: () => true, sizes: [] }),
  )
}
