import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import { bucketOf } from './buckets.ts'
import { figureNames } from './figures.ts'
import type { Visit } from './visit-body.ts'

/** Adds a visit to the counts of its day. The figures are written in a fixed order, so two visits cannot deadlock. */
export async function countVisit(tx: Tx, { page, device, cls, ...times }: Visit): Promise<void> {
  const measured = { ...times, cls: cls === undefined ? undefined : cls * 1_000 }
  const known = figureNames.filter((figure) => measured[figure] !== undefined)
  if (known.length === 0) return
  const buckets = known.map((figure) => bucketOf(measured[figure] ?? 0))
  await sql`
    insert into private.vitals as counted (day, metric, page, device, bucket, visits)
    select (public.shop_now() at time zone ${shop.timeZone})::date, figure, ${page}, ${device}, bucket, 1
      from unnest(${known}::text[], ${buckets}::int[]) with ordinality as measured (figure, bucket, place)
     order by place
    on conflict (day, metric, page, device, bucket) do update set visits = counted.visits + 1`.execute(tx)
}

/** Deletes counts older than ninety days, which allows a comparison with last season. */
export async function forgetVisits(tx: Tx): Promise<void> {
  await sql`
    delete from private.vitals
     where day <= (public.shop_now() at time zone ${shop.timeZone})::date - 90`.execute(tx)
}
