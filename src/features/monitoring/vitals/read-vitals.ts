import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import { valueIn } from './buckets.ts'
import type { Device, Figure, PageKind } from './figures.ts'
import type { VitalsFigure, VitalsResponse } from './vitals-response.ts'

const days = 28

/** The bucket that contains the 75th percentile, of one day or (`ago` null) of all days. */
type Reached = {
  ago: number | null
  figure: Figure
  page: PageKind
  device: Device
  bucket: number
  visits: number
  below: number
  total: number
}

/** The web vitals of the last 28 days, today included. */
export async function readVitals(tx: Tx): Promise<VitalsResponse> {
  const { rows } = await sql<Reached>`
    with today as (select (public.shop_now() at time zone ${shop.timeZone})::date as day),
    counted as (
      select today.day - v.day as ago, metric as figure, page, device, bucket, sum(visits) as visits
        from private.vitals as v, today
       where v.day > today.day - ${days}::int and v.day <= today.day
       group by grouping sets
         ((metric, page, device, bucket), (today.day - v.day, metric, page, device, bucket))
    ),
    ranked as (
      select *, sum(visits) over (partition by ago, figure, page, device order by bucket) - visits as below,
        sum(visits) over (partition by ago, figure, page, device) as total
        from counted
    )
    select ago, figure, page, device, bucket, visits::float8 as visits, below::float8 as below, total::float8 as total
      from ranked
     where below < 0.75 * total and below + visits >= 0.75 * total
     order by ago nulls first`.execute(tx)

  const found = new Map<string, VitalsFigure>()
  for (const row of rows) {
    const { ago, figure, page, device, total } = row
    const name = `${figure} ${page} ${device}`
    const known = found.get(name)
    if (ago !== null && known) known.daily[days - 1 - ago] = valueAt(row)
    else if (ago === null)
      found.set(name, {
        figure,
        page,
        device,
        visits: total,
        p75: valueAt(row),
        daily: Array.from({ length: days }, () => null),
      })
  }
  return { days, figures: [...found.values()] }
}

function valueAt({ bucket, visits, below, total }: Reached): number {
  const value = valueIn(bucket, (0.75 * total - below) / visits)
  return Math.round(value * 10) / 10
}
