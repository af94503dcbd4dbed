import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { searchText } from '#platform/text/search-text.ts'
import type { ProductRow } from '../product.schema.ts'
import type { Part } from './product-filter.ts'

const pageSize = 60

const parts = {
  all: sql`true`,
  active: sql`p.active`,
  inactive: sql`not p.active`,
  'pre-order': sql`p.is_preorder and p.preorder_end_date > public.shop_now()`,
} satisfies Record<Exclude<Part, 'archived'>, RawBuilder<unknown>>

type ListedPart = keyof typeof parts

/** Products of a part whose name or slug contains `q`, oldest first, from the offset `from`. */
export async function listProducts(
  tx: Tx,
  { part, q, from }: { part: ListedPart; q: string; from: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const found = sql`from public.products p where (${parts[part]}) and ${nameMatches(sql`p.name`, sql`p.slug`, q)}`
  const { rows } = await sql<{ product: ProductRow }>`
    select to_jsonb(p) as product ${found} order by p.created_at, p.id limit ${pageSize} offset ${from}`.execute(tx)
  const count = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx)
  return { rows: rows.map(({ product }) => product), total: count.rows[0]?.total ?? 0 }
}

/** Whether a name or slug contains a typed text; accents, apostrophes, case and blanks do not count. */
export function nameMatches(name: RawBuilder<unknown>, slug: RawBuilder<unknown>, q: string): RawBuilder<unknown> {
  const pattern = `%${searchText(q).replace(/[\\%_]/g, '\\$&')}%`
  return sql`(private.search_text(${name}) like ${pattern} or private.search_text(${slug}) like ${pattern})`
}
