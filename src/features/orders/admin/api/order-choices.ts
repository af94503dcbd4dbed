import { sql } from 'kysely'
import { compareNames, countryName } from '#base/names.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { compareSizes } from '#features/catalogue/sizes/size-chart.ts'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import type { OrderChoices } from './admin-orders.contract.ts'

type Counted = { id: string; name: string; orders: number }

/** The garments and sizes of the shop, the countries it has sent to, and what waits of each. */
export async function listOrderChoices(tx: Tx): Promise<OrderChoices> {
  const home = shop.country
  const waiting = sql`select o.id, o.shipping_country, l.product_id, l.name, l.size
    from public.pre_orders o join public.order_lines l on l.order_id = o.id and l.quantity > l.cancelled_quantity
    where o.order_view in ('to_make', 'in_progress', 'to_dispatch')`
  const { rows: garments } = await sql<Counted>`
    select coalesce(p.id, w.product_id) as id, coalesce(p.name, w.name) as name, coalesce(w.orders, 0)::int as orders
    from public.products p full join (
      select product_id, max(name) as name, count(distinct id) as orders from (${waiting}) w group by product_id) w
      on w.product_id = p.id`.execute(tx)
  const { rows: sizes } = await sql<Counted>`
    select size as id, size as name, count(distinct order_id)::int as orders
    from (select unnest(sizes) as size, null::uuid as order_id from public.products
      union all select size, id from (${waiting}) w) s group by size`.execute(tx)
  const { rows: countries } = await sql<Counted>`
    select c.id, c.id as name, count(distinct w.id)::int as orders
    from (select ${home} as id union select shipping_country from public.pre_orders where shipping_country <> ${sql.lit(home)}) c
    left join (${waiting}) w on w.shipping_country = c.id group by c.id`.execute(tx)
  return {
    garments: garments.sort((one, other) => compareNames(one.name, other.name)),
    sizes: sizes
      .sort((one, other) => compareSizes(one.id, other.id))
      .map((size) => ({ ...size, name: printedSize(size.name) })),
    countries: countries
      .map((country) => ({ ...country, name: countryName(country.id) }))
      .sort((one, other) => compareNames(one.name, other.name)),
  }
}
