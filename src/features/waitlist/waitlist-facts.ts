import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { WaitlistFacts } from './fetch-waitlist-facts.ts'

type FactsRow = WaitlistFacts['absent'][number]

/** More inactive products than a shop of this size has; beyond it the oldest are not found. */
const mostAbsent = 500

// If a field changed several times since then, the earliest entry has its last public value.
const changedSince = sql`select jsonb_object_agg(b.key, b.value order by a.id desc)
  from private.audit_log a cross join jsonb_each(a.before) b
 where a.table_name = 'products' and a.row_id = g.id::text and a.action = 'update' and a.id >= (
   select max(w.id) from private.audit_log w
    where w.table_name = 'products' and w.row_id = g.id::text and w.before @> '{"active": true}')`

/**
 * The ids of sold-out products, and the inactive products that were public, with only the fields of their page, since
 * any caller may read them. The fields have their last public values: later changes are unpublished, so the audit log's
 * `before` values replace them.
 */
export async function readWaitlistFacts(tx: Tx): Promise<WaitlistFacts> {
  const full = await tx
    .selectFrom('private.product_availability')
    .select('product_id')
    .where('sold_out_since', 'is not', null)
    .execute()
  const { rows } = await sql<FactsRow>`
    select p.id, p.name, p.slug, p.sizes, p.colour,
      case when f.face ->> 'url' is not null then jsonb_build_object('url', f.face ->> 'url',
        'alt', coalesce(nullif(f.face ->> 'alt', ''), p.name), 'width', case when f.sized then f.face -> 'width' else '1200' end,
        'height', case when f.sized then f.face -> 'height' else '1600' end, 'blur', f.face -> 'blur') end as picture
      from public.products g join private.product_availability s on s.product_id = g.id
      cross join lateral jsonb_populate_record(g, coalesce((${changedSince}), '{}')) p
      cross join lateral (select p.pictures -> 0 as face,
        coalesce((p.pictures -> 0 ->> 'width')::numeric * (p.pictures -> 0 ->> 'height')::numeric > 0, false) as sized) f
     where not g.active order by s.published_at desc, p.id limit ${mostAbsent}`.execute(tx)
  return { full: full.map((row) => row.product_id), absent: rows }
}
