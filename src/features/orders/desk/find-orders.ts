import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import type { OrderFilter } from './order-filter.ts'
import { type OrderRow, orderColumns } from './order-row.ts'
import { matching } from './order-text.ts'
import { behind, placeOf } from './place-in-view.ts'
import { ordering, shapeOf, within } from './views.ts'

export type OrderPage = { orders: OrderRow[]; next: string | null }
type PageOf = { after: string | null; limit: number }

/**
 * One page of the orders of a filter, in the order of its view, and where the next begins or null. `after`: a place this
 * gave. Refuses bad_request for a place of anybody else's making.
 */
export async function findOrders(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<OrderPage> {
  const { rows } = await sql<OrderRow & { place: string }>`
    select ${orderColumns}, ${placeOf(filter.view)} as place from public.pre_orders o
    where ${await chosen(tx, filter, { after, limit: limit + 1 })}
    order by ${ordering(shapeOf(filter.view))} limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  return {
    orders: page.map(({ place: _, ...order }) => order),
    next: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
  }
}

async function chosen(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<RawBuilder<boolean>> {
  const inView = sql<boolean>`${within(filter)} and ${behind(filter.view, after)}`
  const wanted = matching(filter.q)
  if (wanted === null) return inView
  const ids = await lookUp(tx, { filter, inView, wanted, limit })
  return sql`o.id = any(${ids}::uuid[])`
}

type Search = { filter: OrderFilter; inView: RawBuilder<boolean>; wanted: RawBuilder<boolean>; limit: number }

// What many orders have is soon met by walking down the view; what few have the index of texts has together. Neither does
// for the other: of twenty thousand texts that fit the index would fetch every order, to show fifty of them.
const walkedFirst = 1_000
const timesFurther = 30

/** The ids of the first `limit` orders of the view that fit, in no order. */
async function lookUp(tx: Tx, search: Search): Promise<string[]> {
  const walk = await walkDown(tx, search)
  if (walk.ids.length >= search.limit || walk.walked < walkedFirst) return walk.ids
  if (walk.further !== null) {
    const near = await gather(tx, search, sql`${shapeOf(search.filter.view).keys[0]?.column} >= ${walk.further}`)
    if (near.length >= search.limit) return near
  }
  return gather(tx, search, sql`true`)
}

type Walk = { ids: string[]; walked: number; further: string | null }

/** `further`: thirty times as far down a view that goes back in time; null where it goes forward. */
async function walkDown(tx: Tx, { filter: { view }, inView, wanted, limit }: Search): Promise<Walk> {
  const { keys, descending } = shapeOf(view)
  const { rows } = await sql<Walk>`
    with walked as materialized (
      select o.id, ${wanted} as fits, ${keys[0]?.column} as key, row_number() over () as place
      from (select * from public.pre_orders o where ${inView} order by ${ordering(shapeOf(view))} limit ${walkedFirst}) o)
    select array(select id from walked where fits order by place limit ${limit}) as ids,
      (select count(*)::int from walked) as walked,
      ${descending ? sql`(select (max(key) - ${timesFurther} * (max(key) - min(key)))::text from walked)` : sql`null`} as further`.execute(
    tx,
  )
  return rows[0] ?? { ids: [], walked: 0, further: null }
}

/** By the index of texts, whatever the planner thinks of walking. */
async function gather(
  tx: Tx,
  { filter: { view }, inView, wanted, limit }: Search,
  near: RawBuilder<boolean>,
): Promise<string[]> {
  const { keys, descending } = shapeOf(view)
  const names = keys.map((_, at) => sql.raw(`key${at}`))
  const columns = sql.join(keys.map(({ column }, at) => sql`${column} as ${names[at]}`))
  const order = sql.join([...names, sql.raw('id')].map((name) => (descending ? sql`${name} desc` : name)))
  const { rows } = await sql<{ id: string }>`
    with fitting as materialized (
      select o.id, ${columns} from public.pre_orders o where ${wanted} and ${inView} and ${near})
    select id from fitting order by ${order} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
