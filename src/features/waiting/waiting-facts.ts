import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import type { WaitingFacts } from './ask-waiting-facts.ts'

type FactsRow = WaitingFacts['absent'][number]

/** More absent garments than a shop of this kind ever has; past it the oldest are plainly not found. */
const mostAbsent = 500

/**
 * Which garments' limits are reached, by id, and those that were public and are inactive: of them what their page shows and
 * no more, since anybody may ask, and what is written of them for their return is nobody's business yet.
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
      from public.products p join private.garment_standing s on s.product_id = p.id
      cross join lateral (select p.pictures -> 0 as face,
        coalesce((p.pictures -> 0 ->> 'width')::numeric * (p.pictures -> 0 ->> 'height')::numeric > 0, false) as sized) f
     where not p.active order by s.published_at desc, p.id limit ${mostAbsent}`.execute(tx)
  return { full: full.map((row) => row.product_id), absent: rows }
}
