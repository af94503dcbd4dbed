import { sql } from 'kysely'
import { pence, poundsFromPence } from '#base/money.ts'
import { lengthText } from '#features/catalogue/measures.ts'
import { openingGarments as garments } from '#features/catalogue/opening-garments.ts'
import { parseProduct } from '#features/catalogue/product.ts'
import { filterProducts } from '#features/catalogue/search/filter-products.ts'
import { buildIndex } from '#features/catalogue/search/search-index.ts'
import { defaultParams } from '#features/catalogue/search/search-params.ts'
import { searchProducts } from '#features/catalogue/search/search-products.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createLog } from '#platform/log.ts'
import { temporaryPostgres } from '#tests/fixtures/temporary-postgres.ts'
import { type Figures, percentile, timeEach } from './figures.ts'

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

/** Searches over two thousand products, and filters with their counts in memory. */
export async function finding({ add }: Figures): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const server = await temporaryPostgres()
  opened.defer(server.stop)
  await migrate(server.url, 'db/migrations')
  const db = openDb({ connectionString: server.url, log: createLog({ level: 'error' }) })
  opened.defer(() => db.close())
  await insertProducts(db, 2_000)

  async function measure(what: string, words: string[], work: (words: string) => unknown): Promise<void> {
    const times = await timeEach(200 + words.length, (n) => work(words[n % words.length] ?? ''))
    const counted = times.slice(words.length)
    add(`${what}: p50`, percentile(counted, 0.5), 'ms')
    add(`${what}: p95`, percentile(counted, 0.95), 'ms', { atMost: 20 })
  }
  for (const [kind, words] of Object.entries(searches))
    await measure(kind, words, (each) => db.asService((tx) => searchProducts(tx, each)))
  const rows = await db.asService((tx) => tx.selectFrom('products').selectAll().orderBy('created_at').execute())
  const index = buildIndex(
    rows.map((row) => parseProduct({ ...row, price: Number(row.price), created_at: '', preorder_end_date: null })),
  )
  const search = { ...defaultParams, size: ['8-10'], colour: ['beige', 'green'], preorder: true }
  await measure('filters and their counts', [''], () =>
    filterProducts({ index, search, found: null, isLive: () => true, sizes: [] }),
  )
}

/** The opening catalogue repeated, each product with a name and some words of its own. */
async function insertProducts(db: Db, count: number): Promise<void> {
  const names = ['Mary', 'Ruth', 'Esther', 'Naomi', 'Zipporah', 'Abigail', 'Lydia', 'Miriam', 'Sarah', 'Elizabeth']
  const rows = Array.from({ length: count }, (_, at) => {
    const {
      name = '',
      description = '',
      fabric = '',
      modestyNotes = '',
      features = [],
      colour = '',
      measures,
    } = garments[at % garments.length] ?? {}
    return {
      name: `${names[at % names.length]} ${at} ${name.split(' ').slice(1).join(' ')}`,
      slug: `garment-${at}`,
      description: `${description} Number ${at}, cut in ${word(at)} and ${word(at * 7)}.`,
      length: measures ? lengthText(measures) : null,
      ...{
        fabric,
        colour,
        modesty_notes: modestyNotes,
        features,
        price: poundsFromPence(pence(100 * (40 + (at % 160)))),
      },
    }
  })
  for (let at = 0; at < count; at += 200) {
    const some = rows.slice(at, at + 200)
    await db.asService((tx) => tx.insertInto('products').values(some).execute())
  }
  await sql`analyze private.product_search, private.search_vocabulary`.execute(db.owner)
}

function word(seed: number): string {
  return [17, 5, 11, 3, 13].map((step) => String.fromCharCode(97 + ((seed * step + step) % 26))).join('')
}
