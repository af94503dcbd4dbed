import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { freeSlug } from '../slug.ts'
import { nameMatches } from './list-products.ts'
import { type ArchivedProduct, listArchivedProducts, restoreDeletedProduct } from './products.contract.ts'

/** The archive of deleted products. */
export function archiveApi(): Hono<Env> {
  return endpoints(
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

/** PostgreSQL's unique_violation. */
const uniqueViolation = '23505'

function isSlugTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === uniqueViolation && constraint === 'products_slug_key'
}

async function slugTaken(db: Db, slug: string): Promise<AppError> {
  const similar = await db.asService((tx) =>
    tx
      .selectFrom('products')
      .select('slug')
      .where('slug', 'like', `${slug.slice(0, 70)}%`)
      .execute(),
  )
  const free = freeSlug(
    slug,
    similar.map((row) => row.slug),
  )
  return new AppError('already_exists', `Another product already uses the address ${slug}.`, {
    details: { free_slug: free },
  })
}

type ArchivedRow = Omit<ArchivedProduct, 'deleted_at'> & { deleted_at: Date }

const pageSize = 60

/** Deleted products whose name or slug contains `q`, latest deletion first, from the offset `from`. */
async function listArchive(
  tx: Tx,
  { q, from }: { q: string; from: number },
): Promise<{ rows: ArchivedRow[]; total: number }> {
  const found = sql`from private.deleted_products d
    where ${nameMatches(sql`d.product ->> 'name'`, sql`d.product ->> 'slug'`, q)}
      and d.deleted_at = (select max(deleted_at) from private.deleted_products where id = d.id)`
  const { rows } = await sql<ArchivedRow>`
    select d.id, d.deleted_at, d.product ->> 'name' as name, d.product ->> 'slug' as slug,
      (d.product ->> 'price')::float as price, d.product ->> 'image_url' as image_url,
      coalesce(d.product -> 'pictures', '[]') as pictures
    ${found} order by d.deleted_at desc, d.id limit ${pageSize} offset ${from}`.execute(tx)
  const count = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx)
  return { rows, total: count.rows[0]?.total ?? 0 }
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
