import type { Hono } from 'hono'
import { type RawBuilder, sql } from 'kysely'
import type { Rehearsal } from '#admin/rehearsal-line.tsx'
import { type Db, readShopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { searchText } from '#platform/text/search-text.ts'
import { explainEnd, listEnds } from '../preorders/preorder-ends.ts'
import { countSoldPieces, findReservations } from '../preorders/preorder-stock.ts'
import type { ProductRow } from '../product.schema.ts'
import { freeSlug } from '../slug.ts'
import {
  type ArchivedProduct,
  countPreorderPieces,
  explainPreorderEnd,
  listAllProducts,
  listArchivedProducts,
  listPreorderEnds,
  type PreorderPieces,
  readShopTime,
  restoreDeletedProduct,
} from './products.contract.ts'

/** The products and the archive of deleted ones for the back office, and data for its form that is not in their table. */
export function productsApi({ rehearsal }: { rehearsal: () => Rehearsal | null }): Hono<Env> {
  return endpoints(
    handle(listAllProducts, ({ db, query }) => db.asService((tx) => listProducts(tx, query))),
    handle(readShopTime, async ({ db }) => ({ now: await db.asService(readShopNow), rehearsal: rehearsal() })),
    handle(countPreorderPieces, ({ db, query }) => db.asService((tx) => countPieces(tx, query.product_id))),
    handle(listPreorderEnds, async ({ db, query }) => ({
      ends: await db.asService((tx) => listEnds(tx, query.product_id)),
    })),
    handle(explainPreorderEnd, async ({ asCaller, body }) => ({ why: await asCaller((tx) => explainEnd(tx, body)) })),
    handle(listArchivedProducts, ({ db, query }) => db.asService((tx) => listArchive(tx, query))),
    handle(restoreDeletedProduct, async ({ db, body, asCaller }) => {
      const lost = await asCaller((tx) => restoreProduct(tx, body)).catch(async (error: unknown) => {
        throw isSlugTaken(error) ? await slugTaken(db, body.slug) : error
      })
      if (lost === null) throw new AppError('not_found', 'This product is no longer in the archive.')
      return { lost_pictures: lost }
    }),
  )
}

async function countPieces(tx: Tx, productId: string): Promise<PreorderPieces> {
  const reservations = await findReservations(tx, productId)
  const reserved = reservations.reduce((sum, { pieces }) => sum + pieces, 0)
  return { sold: await countSoldPieces(tx, productId), reserved }
}

const parts = {
  all: sql`true`,
  active: sql`p.active`,
  inactive: sql`not p.active`,
  'pre-order': sql`p.is_preorder and p.preorder_end_date > public.shop_now()`,
}

type Wanted = { q: string; from: number }

/** Products of a part whose name or slug contains `q`, oldest first. */
async function listProducts(tx: Tx, { part, q, from }: Wanted & { part: keyof typeof parts }) {
  const found = sql`from public.products p where (${parts[part]}) and ${nameMatches(sql`p.name`, sql`p.slug`, q)}`
  const page = sql`select to_jsonb(p) as product ${found} order by p.created_at, p.id`
  const { rows, total } = await readPage<{ product: ProductRow }>(tx, { page, found, from })
  return { rows: rows.map(({ product }) => product), total }
}

const pageSize = 60

/** One page of a list, from the offset `from`, and how many rows all of its pages have. */
async function readPage<Row>(
  tx: Tx,
  { page, found, from }: { page: RawBuilder<unknown>; found: RawBuilder<unknown>; from: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`${page} limit ${pageSize} offset ${from}`.execute(tx)
  const count = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** Whether a name or slug contains a typed text; accents, apostrophes, case and blanks do not count. */
function nameMatches(name: RawBuilder<unknown>, slug: RawBuilder<unknown>, q: string): RawBuilder<unknown> {
  const pattern = `%${searchText(q).replace(/[\\%_]/g, '\\$&')}%`
  return sql`(private.search_text(${name}) like ${pattern} or private.search_text(${slug}) like ${pattern})`
}

function isSlugTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'products_slug_key'
}

async function slugTaken(db: Db, slug: string): Promise<AppError> {
  const similar = await db.asService((tx) =>
    tx
      .selectFrom('products')
      .select('slug')
      .where('slug', 'like', `${slug.slice(0, 70)}%`)
      .execute(),
  )
  const taken = similar.map((row) => row.slug)
  return new AppError('already_exists', `Another product already uses the address ${slug}.`, {
    details: { free_slug: freeSlug(slug, taken) },
  })
}

type ArchivedRow = Omit<ArchivedProduct, 'deleted_at'> & { deleted_at: Date }

/** Deleted products whose name or slug contains `q`, latest deletion first. */
function listArchive(tx: Tx, { q, from }: Wanted) {
  const found = sql`from private.deleted_products d
    where ${nameMatches(sql`d.product ->> 'name'`, sql`d.product ->> 'slug'`, q)}
      and d.deleted_at = (select max(deleted_at) from private.deleted_products where id = d.id)`
  const page = sql`
    select d.id, d.deleted_at, d.product ->> 'name' as name, d.product ->> 'slug' as slug,
      (d.product ->> 'price')::float as price, d.product ->> 'image_url' as image_url,
      coalesce(d.product -> 'pictures', '[]') as pictures
    ${found} order by d.deleted_at desc, d.id`
  return readPage<ArchivedRow>(tx, { page, found, from })
}

/**
 * Restores a deleted product with this slug, inactive. Returns the number of its pictures that are no longer stored;
 * null if the archive does not contain it. Fails with unique_violation if another product has the slug.
 */
async function restoreProduct(tx: Tx, { id, slug }: { id: string; slug: string }): Promise<number | null> {
  const { rows } = await sql<{ lost: number | null }>`select private.restore_product(${id}, ${slug}) as lost`.execute(
    tx,
  )
  return rows[0]?.lost ?? null
}
