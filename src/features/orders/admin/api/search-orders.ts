import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { viewOrder, viewShape } from './order-view-sql.ts'
import type { OrderView } from './order-views.ts'
import type { TextMatch } from './text-match.ts'
import { afterCursor, cursorOf } from './view-cursor.ts'

type Search = { view: OrderView; inView: RawBuilder<boolean>; match: TextMatch; limit: number }

const walkedFirst = 1_000
const walkedOn = 6_000
/** So many orders are looked at for what no index knows. */
export const mostLookedAt = walkedFirst + walkedOn
/** So many of the first thousand, and walking on is quicker than the index of texts. */
const common = 8
/** Fewer of them, and all that fit are few enough to be fetched. */
const rare = 2
const timesFurther = 30

/**
 * The ids of the first `limit` orders of the view that fit, in no order. What many orders have is soon met by walking down
 * the view; what few have the index of texts has together. Neither does for the other: of twenty thousand texts that fit,
 * that index would fetch every order, to show fifty of them. What is neither letter nor digit is in no index, and is found
 * in the first seven thousand orders only.
 */
export async function searchOrders(tx: Tx, search: Search): Promise<string[]> {
  const { view, inView, match, limit } = search
  const met = await walk(tx, search, walkedFirst)
  if (met.length >= limit) return met
  const end = await endOfWalk(tx, search)
  if (end === null) return met
  if (met.length >= common || !match.isIndexed) {
    const beyond = sql<boolean>`${inView} and ${afterCursor(view, end.place)}`
    const later = await walk(tx, { ...search, inView: beyond, limit: limit - met.length }, walkedOn)
    if (met.length + later.length >= limit || !match.isIndexed) return [...met, ...later]
  } else if (met.length >= rare && end.further !== null) {
    const near = await gather(tx, search, sql`${viewShape(view).keys[0]?.column} >= ${end.further}`)
    if (near.length >= limit) return near
  }
  return gather(tx, search, sql`true`)
}

/** Whether so many orders fit that walking down the view is the way to find all of them. */
export async function isCommon(tx: Tx, search: Omit<Search, 'limit'>): Promise<boolean> {
  const met = await walk(tx, { ...search, limit: common }, walkedFirst)
  return met.length >= common
}

async function walk(tx: Tx, { view, inView, match, limit }: Search, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from (select * from public.pre_orders o where ${inView} order by ${viewOrder(viewShape(view))} limit ${most}) o
    where ${match.fits} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

type End = { place: string; further: string | null }

/**
 * Where the first walk ended, null where the view did. `further`: thirty times as far, in a view that goes back in time.
 */
async function endOfWalk(tx: Tx, { view, inView }: Search): Promise<End | null> {
  const { keys, descending } = viewShape(view)
  const key = keys[0]?.column
  const from = sql`(select ${key} from public.pre_orders o where ${inView} order by ${viewOrder(viewShape(view))} limit 1)`
  const { rows } = await sql<End>`
    select ${cursorOf(view)} as place,
      ${descending ? sql`(${key} - ${timesFurther} * (${from} - ${key}))::text` : sql`null`} as further
    from public.pre_orders o where ${inView} order by ${viewOrder(viewShape(view))} offset ${walkedFirst - 1} limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** By the index of texts, whatever the planner thinks of walking. */
async function gather(tx: Tx, { view, inView, match, limit }: Search, near: RawBuilder<boolean>): Promise<string[]> {
  const { keys, descending } = viewShape(view)
  const names = keys.map((_, at) => sql.raw(`key${at}`))
  const columns = sql.join(keys.map(({ column }, at) => sql`${column} as ${names[at]}`))
  const order = sql.join([...names, sql.raw('id')].map((name) => (descending ? sql`${name} desc` : name)))
  const { rows } = await sql<{ id: string }>`
    with fitting as materialized (
      select o.id, ${columns} from public.pre_orders o where ${match.fits} and ${inView} and ${near})
    select id from fitting order by ${order} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
