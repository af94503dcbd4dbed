import type { Hono } from 'hono'
import { sql } from 'kysely'
import { poundsFromPence } from '#base/money.ts'
import { shopDate } from '#base/shop-clock.ts'
import type { ShopKind } from '#features/settings/kinds.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import { exportListings } from './export-listings.ts'
import { importListings as makeGarments, retryPictures, sortListings, undoImport } from './import-listings.ts'
import {
  exportGarments,
  importListings,
  type ListedImport,
  listImports,
  previewListings,
  readOldAddresses,
  retryListingPictures,
  undoListings,
} from './move-in.contract.ts'
import { readListings } from './read-listings.ts'

type Options = { queue: Queue; siteUrl: string; kinds: () => readonly ShopKind[] }

/** Garments from another shop's file, and to one: a preview, the import, its progress and its undo. */
export function moveInApi({ queue, siteUrl, kinds }: Options): Hono<Env> {
  return endpoints(
    handle(previewListings, async ({ db, body: { csv } }) => {
      const { format, listings, leftOut, ignored, hasComparePrices } = await readListings(csv, kinds())
      const { fresh, here } = await db.asService((tx) => sortListings(tx, format, listings))
      return {
        format,
        fresh: fresh.map(({ row, name, slug, pricePence, sizes, colour, pictures, notes }) => ({
          ...{ row, name, slug, sizes, colour, notes },
          price: poundsFromPence(pricePence),
          pictures: pictures.length,
        })),
        here: here.map(({ row, name, slug }) => ({ row, name, slug })),
        left_out: leftOut,
        ignored,
        has_compare_prices: hasComparePrices,
      }
    }),
    handle(importListings, async ({ body: { csv }, asCaller }) => {
      const { format, listings } = await readListings(csv, kinds())
      return { id: await asCaller((tx) => makeGarments(tx, queue, { format, listings })) }
    }),
    handle(listImports, async ({ db }) => ({ imports: await db.asService(findImports) })),
    handle(undoListings, ({ body: { id }, asCaller }) => asCaller((tx) => undoImport(tx, id))),
    handle(exportGarments, async ({ c, db }) => {
      const day = shopDate(new Date())
      return c.body(await db.asService((tx) => exportListings(tx, { siteUrl, kinds: kinds() })), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${shop.shortName}-garments-${day}.csv"`,
      })
    }),
    handle(readOldAddresses, async ({ db }) => ({
      garments: Object.fromEntries(await db.asService(findOldAddresses)),
    })),
    handle(retryListingPictures, async ({ body: { id }, asCaller }) => ({
      pictures: await asCaller((tx) => retryPictures(tx, queue, id)),
    })),
  )
}

/** More than a shop reaches in its lifetime; the latest are kept. */
const mostAddresses = 5_000

/**
 * Of a garment in several colours the first. A garment that the owner had typed here with the same address is left out of
 * an import, so it is found by that address.
 */
async function findOldAddresses(tx: Tx): Promise<[string, string][]> {
  const { rows } = await sql<{ handle: string; slug: string }>`
    select distinct on (old.handle) old.handle, p.slug
      from (select lower(handle) as handle, product_id, true as is_imported from private.imported_products
        union all select slug, id, false from public.products) as old
      join public.products p on p.id = old.product_id
     where old.handle is not null and p.active
     order by old.handle, old.is_imported desc, p.created_at, p.id limit ${mostAddresses}`.execute(tx)
  return rows.map(({ handle, slug }) => [handle, slug])
}

type ImportRow = Omit<ListedImport, 'at'> & { at: Date }

async function findImports(tx: Tx): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select i.id, i.imported_at as at, i.format, i.made,
      (select count(*)::int from private.imported_products one where one.import_id = i.id) as left,
      (select count(*)::int from private.imported_products one join public.products p on p.id = one.product_id
        where one.import_id = i.id and not p.active and p.version = one.version) as untouched,
      (select jsonb_build_object('waiting', count(*) filter (where picture.state = 'waiting'),
          'stored', count(*) filter (where picture.state = 'stored'),
          'failed', count(*) filter (where picture.state = 'failed'))
        from private.imported_pictures picture join private.imported_products one using (product_id)
        where one.import_id = i.id) as pictures,
      coalesce((select jsonb_agg(jsonb_build_object('garment', f.name, 'address', f.address, 'problem', f.problem))
        from (select p.name, picture.address, picture.problem
          from private.imported_pictures picture join private.imported_products one using (product_id)
          join public.products p on p.id = picture.product_id
         where one.import_id = i.id and picture.state = 'failed'
         order by p.name, picture.position limit 100) f), '[]') as failed
    from private.listing_imports i order by i.imported_at desc, i.id limit 20`.execute(tx)
  return rows
}
