import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { freeSlug } from '../slug.ts'
import { fetchPicturesJob } from './fetch-pictures.ts'
import { columnsOf, type Listing, type ListingFormat } from './listing.ts'

type SortedListings = { fresh: Listing[]; here: Listing[] }

const sourceOf = (format: ListingFormat) => (format === 'etsy' ? 'etsy' : 'shopify')

/**
 * Separates new garments from those that are here: made by an earlier import, whatever they are called now, or with the
 * same address. A new one whose address an unlike garment of an import has gets another address.
 */
export async function sortListings(tx: Tx, format: ListingFormat, listings: Listing[]): Promise<SortedListings> {
  const known = await tx
    .selectFrom('private.imported_products')
    .select('source_key')
    .where('source', '=', sourceOf(format))
    .execute()
  const keys = new Set(known.map(({ source_key }) => source_key))
  const { rows } = await sql<{ slug: string; isImported: boolean }>`
    select slug, exists (select from private.imported_products i where i.product_id = p.id and i.source = ${sourceOf(format)})
        as "isImported" from public.products p
    union all select slug, false from private.slug_redirects`.execute(tx)
  const taken = new Map(rows.map(({ slug, isImported }) => [slug, isImported]))
  const sorted: SortedListings = { fresh: [], here: [] }
  for (const listing of listings) {
    const isOther = taken.get(listing.slug)
    if (keys.has(listing.key) || isOther === false) sorted.here.push(listing)
    else {
      const slug = isOther ? freeSlug(listing.slug, [...taken.keys()]) : listing.slug
      taken.set(slug, true)
      sorted.fresh.push({ ...listing, slug })
    }
  }
  return sorted
}

type Import = { format: ListingFormat; listings: Listing[] }

/**
 * Makes a hidden garment of each listing that is not here yet, and queues the fetching of their pictures, in one
 * transaction. Returns the import's id; refuses bad_request where nothing is new. A garment that is here stays as it is.
 */
export async function importListings(tx: Tx, queue: Queue, { format, listings }: Import): Promise<string> {
  // Two imports of one file take turns, and the second finds the garments of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('listing imports', 0))`.execute(tx)
  const { fresh } = await sortListings(tx, format, listings)
  if (fresh.length === 0)
    throw new AppError('bad_request', 'Nothing in this file is new: its garments are here already.')
  const { id } = await tx
    .insertInto('private.listing_imports')
    .values({ format, made: fresh.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting: string[] = []
  for (const listing of fresh) {
    const product = await tx
      .insertInto('products')
      .values({ ...columnsOf(listing), active: false })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('private.imported_products')
      .values({
        ...{ product_id: product.id, import_id: id, source: sourceOf(format), version: product.version },
        source_key: listing.key,
        handle: listing.handle,
      })
      .execute()
    if (listing.weights) {
      const { weight_grams, size_grams } = listing.weights
      const weights = { product_id: product.id, weight_grams, size_grams: JSON.stringify(size_grams) }
      await tx.insertInto('private.product_customs').values(weights).execute()
    }
    if (listing.pictures.length === 0) continue
    const pictures = listing.pictures.map(({ url, alt }, position) => ({
      product_id: product.id,
      position,
      address: url,
      alt,
    }))
    await tx.insertInto('private.imported_pictures').values(pictures).execute()
    waiting.push(product.id)
  }
  await queue.enqueueAll(tx, fetchPicturesJob, waiting)
  return id
}

/**
 * Deletes the garments of an import that are as it made them: hidden and unchanged. The others stay. Returns how many
 * were deleted; an import without garments is forgotten. Refuses not_found.
 */
export async function undoImport(tx: Tx, id: string): Promise<{ removed: number; kept: number }> {
  const found = await tx
    .selectFrom('private.listing_imports')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'This import has been undone already.')
  const { rows } = await sql`
    delete from public.products p using private.imported_products i
     where i.import_id = ${id} and p.id = i.product_id and not p.active and p.version = i.version
    returning p.id`.execute(tx)
  const { kept } = await tx
    .selectFrom('private.imported_products')
    .select(sql<number>`count(*)::int`.as('kept'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  if (kept === 0) await tx.deleteFrom('private.listing_imports').where('id', '=', id).execute()
  return { removed: rows.length, kept }
}

/** Queues the failed pictures of an import again. Returns how many. */
export async function retryPictures(tx: Tx, queue: Queue, id: string): Promise<number> {
  const { rows } = await sql<{ product_id: string }>`
    update private.imported_pictures as picture set state = 'waiting', problem = null, tries = 0, try_at = now()
      from private.imported_products i
     where i.import_id = ${id} and picture.product_id = i.product_id and picture.state = 'failed'
    returning picture.product_id`.execute(tx)
  await queue.enqueueAll(tx, fetchPicturesJob, [...new Set(rows.map(({ product_id }) => product_id))])
  return rows.length
}
