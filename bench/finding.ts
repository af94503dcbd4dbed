import { openingGarments as garments } from '#features/catalogue/opening-garments.ts'
import { type Product, parseProduct } from '#features/catalogue/product.ts'
import { filterProducts } from '#features/catalogue/search/filter-products.ts'
import { findGarments } from '#features/catalogue/search/find-garments.ts'
import { readWords } from '#features/catalogue/search/read-words.ts'
import { buildIndex } from '#features/catalogue/search/search-index.ts'
import { defaultParams } from '#features/catalogue/search/search-params.ts'
import { listSizes } from '#features/catalogue/sizes/size-chart.ts'
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

/** Searches over two thousand products, the index of their words, and filters with their counts; all in memory. */
export async function finding({ add }: Figures): Promise<void> {
  const index = buildIndex(listProducts(2_000))

  async function measure(what: string, words: string[], work: (words: string) => unknown): Promise<void> {
    const times = await timeEach(200 + words.length, (n) => work(words[n % words.length] ?? ''))
    const counted = times.slice(words.length)
    add(`${what}: p50`, percentile(counted, 0.5), 'ms')
    add(`${what}: p95`, percentile(counted, 0.95), 'ms', { atMost: 20 })
  }
  const [indexed = 0] = await timeEach(1, () => index.words())
  add('the words of all products, once a change', indexed, 'ms')
  for (const [kind, words] of Object.entries(searches))
    await measure(kind, words, (each) => findGarments(index.words(), readWords(index, each)))
  const search = { ...defaultParams, size: ['8-10'], colour: ['beige', 'green'], preorder: true }
  await measure('filters and their counts', [''], () =>
    filterProducts({ index, search, found: null, isLive: () => true, sizes: [] }),
  )
}

/** The opening catalogue repeated, each product with a name and some words of its own. */
function listProducts(count: number): Product[] {
  const names = ['Mary', 'Ruth', 'Esther', 'Naomi', 'Zipporah', 'Abigail', 'Lydia', 'Miriam', 'Sarah', 'Elizabeth']
  return Array.from({ length: count }, (_, at) => {
    const { name = '', description = '', modestyNotes = '', ...garment } = garments[at % garments.length] ?? {}
    return parseProduct({
      ...garment,
      id: `garment-${at}`,
      slug: `garment-${at}`,
      name: `${names[at % names.length]} ${at} ${name.split(' ').slice(1).join(' ')}`,
      description: `${description} Number ${at}, cut in ${word(at)} and ${word(at * 7)}.`,
      modesty_notes: modestyNotes,
      sizes: listSizes().map(({ size }) => size),
      price: 40 + (at % 160),
      ...{ active: true, is_preorder: false, created_at: '' },
    })
  })
}

function word(seed: number): string {
  return [17, 5, 11, 3, 13].map((step) => String.fromCharCode(97 + ((seed * step + step) % 26))).join('')
}
