import type { SupabaseClient } from '@supabase/supabase-js'
import { readActiveRows } from '#features/catalogue/product.ts'
import { clothPicture, garmentsOfSet, isSamples, samplesId, samplesName } from '#features/catalogue/samples.ts'
import { shop } from '#shop'
import type { LineName } from '../cart-lines.ts'
import { fetchShopTerms } from '../use-fresh-terms.ts'

type Row = { name: string; colour: string | null; pictures: { url: string; alt?: string }[] | null }

/**
 * The set of fabric samples of a cart as the shop sends it now, as a `CartFact`; none without samples, or with cloths
 * it no longer sews.
 */
export async function fetchSamplesFact(backend: SupabaseClient, lines: readonly LineName[]) {
  const sets = lines.filter(isSamples)
  const [{ samplesPence }, rows] = await Promise.all([
    fetchShopTerms(backend),
    readActiveRows(backend, 'name,colour,pictures') as Promise<Row[]>,
  ])
  const found = sets.flatMap(({ size }) => {
    const [first] = garmentsOfSet(size, rows) ?? []
    return first ? [{ size, first }] : []
  })
  const [set] = found
  if (samplesPence === null || !set) return []
  return [
    {
      id: samplesId,
      slug: 'samples',
      name: samplesName,
      pricePence: samplesPence,
      imageUrl: clothPicture(set.first.pictures ?? [])?.url ?? null,
      sizes: found.map(({ size }) => size),
      isPreorder: false,
      preorderEndsAt: null,
      productionDays: shop.samples.dispatchDays,
      work: 0,
      kind: null,
      isHemmed: false,
      isFull: false,
    },
  ]
}
