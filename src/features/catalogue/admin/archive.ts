import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { nameMatches } from './list-products.ts'
import type { ArchivedProduct } from './products.contract.ts'

type ArchivedRow = Omit<ArchivedProduct, 'deleted_at'> & { deleted_at: Date }

const pageSize = 60

/** Deleted products whose name or slug contains `q`, latest deletion first, from the offset `from`. */
export async function listArchive(
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
export async function restoreProduct(tx: Tx, { id, slug }: { id: string; slug: string }): Promise<number | null> {
  const { rows } = await sql<{ lost: number | null }>`select private.restore_product(${id}, ${slug}) as lost`.execute(
    tx,
  )
  return rows[0]?.lost ?? null
}
