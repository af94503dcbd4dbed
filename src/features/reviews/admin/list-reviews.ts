import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { OwnerReview, OwnerReviews } from '../reviews.contract.ts'

const most = 200

/** The reviews that wait, the oldest first, then the decided ones, the newest first; 200 at most. */
export async function findReviews(tx: Tx): Promise<OwnerReviews> {
  const { rows } = await sql<{ row: OwnerReview }>`
    select jsonb_build_object('id', r.id, 'order_number', o.order_number, 'garment', l.name, 'slug', l.slug,
      'state', r.state, 'stars', case when r.state = 'published' then r.stars end,
      'fit', case when r.state = 'published' then r.fit end, 'words', r.words, 'size', r.size, 'height_cm', r.height_cm,
      'name', r.name, 'photographs', to_jsonb(r.photographs), 'written_at', r.written_at, 'published_at', r.published_at,
      'declined_reason', r.declined_reason, 'declined_note', r.declined_note, 'answer', r.answer, 'version', r.version,
      'history', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'at', g.at,
          'by', (select account.email from auth.users account where account.id = g.actor), 'state', g.after ->> 'state',
          'reason', g.after ->> 'reason', 'answered', (g.after ->> 'answered')::boolean) order by g.id desc), '[]')
        from private.audit_log g where g.table_name = 'reviews' and g.row_id = r.id::text)) as row
    from public.reviews r join public.pre_orders o on o.id = r.order_id join public.order_lines l on l.id = r.line_id
    order by r.state <> 'waiting', case when r.state = 'waiting' then r.written_at end, r.written_at desc, r.id
    limit ${most}`.execute(tx)
  return { reviews: rows.map(({ row }) => row), ...(await countReviews(tx)) }
}

/** How many reviews wait for the owner's decision. */
export async function countWaitingReviews(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from public.reviews where state = 'waiting'`.execute(tx)
  return rows[0]?.waiting ?? 0
}

async function countReviews(tx: Tx): Promise<Omit<OwnerReviews, 'reviews'>> {
  type Counts = Omit<OwnerReviews, 'reviews'>
  const { rows } = await sql<{ counts: Counts }>`
    select jsonb_build_object('waiting', count(*) filter (where state = 'waiting'),
      'published', count(*) filter (where state = 'published'),
      'declined', jsonb_build_object('insult', count(*) filter (where declined_reason = 'insult'),
        'personal_data', count(*) filter (where declined_reason = 'personal_data'),
        'not_about_the_garment', count(*) filter (where declined_reason = 'not_about_the_garment'),
        'unlawful', count(*) filter (where declined_reason = 'unlawful')),
      'asked', (select count(*) from private.outbox where kind = 'order_review_request' and state = 'sent')) as counts
    from public.reviews`.execute(tx)
  if (!rows[0]) throw new Error('The reviews were not counted')
  return rows[0].counts
}
