import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { WaitingFacts } from './ask-waiting-facts.ts'

type FactsRow = WaitingFacts['absent'][number]

/** More absent garments than a shop of this kind ever has; past it the oldest are plainly not found. */
const mostAbsent = 500

// Of several changes since then the earliest says what stood before all of them.
const changedSince = sql`select jsonb_object_agg(b.key, b.value order by a.id desc)
  from private.audit_log a cross join jsonb_each(a.before) b
 where a.table_name = 'products' and a.row_id = g.id::text and a.action = 'update' and a.id >= (
   select max(w.id) from private.audit_log w
    where w.table_name = 'products' and w.row_id = g.id::text and w.before @> '{"active": true}')`

/**
 * Which garments' limits are reached, by id, and those that were public and are inactive: of them what their page shows and
 * no more, since anybody may ask. They stand as the public last saw them: what is written of them for their return is
 * nobody's business yet, so whatever was changed since they were put away is taken back by the audit's `before`.
 */
export async function readWaitingFacts(tx: Tx): Promise<WaitingFacts> {
  const full = await tx
    .selectFrom('private.garment_standing')
    .select('product_id')
    .where('full_since', 'is not', null)
    .execute()
  const { rows } = await sql<FactsRow>`
    select p.id, p.name, p.slug, p.sizes, p.colour,
      case when f.face ->> 'url' is not null then jsonb_build_object('url', f.face ->> 'url',
        'alt', coalesce(nullif(f.face ->> 'alt', ''), p.name), 'width', case when f.sized then f.face -> 'width' else '1200' end,
        'height', case when f.sized then f.face -> 'height' else '1600' end, 'blur', f.face -> 'blur') end as picture
      from public.products g join private.garment_standing s on s.product_id = g.id
      cross join lateral jsonb_populate_record(g, coalesce((${changedSince}), '{}')) p
      cross join lateral (select p.pictures -> 0 as face,
        coalesce((p.pictures -> 0 ->> 'width')::numeric * (p.pictures -> 0 ->> 'height')::numeric > 0, false) as sized) f
     where not g.active order by s.published_at desc, p.id limit ${mostAbsent}`.execute(tx)
  return { full: full.map((row) => row.product_id), absent: rows }
}
