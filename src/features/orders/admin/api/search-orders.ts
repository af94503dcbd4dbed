import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { viewOrder, viewShape } from './order-view-sql.ts'
import type { OrderView } from './order-views.ts'
import type { TextMatch } from './text-match.ts'
import { afterCursor, cursorOf } from './view-cursor.ts'

type Search = { view: OrderView; inView: RawBuilder<boolean>; match: TextMatch; limit: number }

const firstScan = 1_000
const furtherScan = 6_000
/** The most orders scanned for a text that is not in the index. */
export const maxScanned = firstScan + furtherScan
/** With this many matches in the first thousand orders, scanning on is faster than the text index. */
const common = 8
/** Below this number, all matches are few enough to fetch by the text index. */
const rare = 2
const timesFurther = 30

/**
 * The ids of the first `limit` matching orders of the view, unordered. A frequent text is found quickly by scanning the
 * view in its order, a rare one by the text index. Each is slow for the other: for 20,000 matches the index would fetch
 * every order to show fifty. A text without letters and digits is not indexed, and is found in the first 7,000 orders
 * only.
 */
export async function searchOrders(tx: Tx, search: Search): Promise<string[]> {
  const { view, inView, match, limit } = search
  const met = await walk(tx, search, firstScan)
  if (met.length >= limit) return met
  const end = await endOfScan(tx, search)
  if (end === null) return met
  if (met.length >= common || !match.isIndexed) {
    const beyond = sql<boolean>`${inView} and ${afterCursor(view, end.place)}`
    const later = await walk(tx, { ...search, inView: beyond, limit: limit - met.length }, furtherScan)
    if (met.length + later.length >= limit || !match.isIndexed) return [...met, ...later]
  } else if (met.length >= rare && end.further !== null) {
    const near = await searchByIndex(tx, search, sql`${viewShape(view).keys[0]?.column} >= ${end.further}`)
    if (near.length >= limit) return near
  }
  return searchByIndex(tx, search, sql`true`)
}

/** Whether so many orders match that a scan of the view is the fastest way to all of them. */
export async function isCommon(tx: Tx, search: Omit<Search, 'limit'>): Promise<boolean> {
  const met = await walk(tx, { ...search, limit: common }, firstScan)
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
 * The end of the first scan; null at the end of the view. `further`: thirty times as far back, in a newest-first view.
 */
async function endOfScan(tx: Tx, { view, inView }: Search): Promise<End | null> {
  const { keys, descending } = viewShape(view)
  const key = keys[0]?.column
  const from = sql`(select ${key} from public.pre_orders o where ${inView} order by ${viewOrder(viewShape(view))} limit 1)`
  const { rows } = await sql<End>`
    select ${cursorOf(view)} as place,
      ${descending ? sql`(${key} - ${timesFurther} * (${from} - ${key}))::text` : sql`null`} as further
    from public.pre_orders o where ${inView} order by ${viewOrder(viewShape(view))} offset ${firstScan - 1} limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Searches by the text index; the materialized CTE keeps the planner from scanning the view. */
async function searchByIndex(
  tx: Tx,
  { view, inView, match, limit }: Search,
  near: RawBuilder<boolean>,
): Promise<string[]> {
  const { keys, descending } = viewShape(view)
  const names = keys.map((_, at) => sql.raw(`key${at}`))
  const columns = sql.join(keys.map(({ column }, at) => sql`${column} as ${names[at]}`))
  const order = sql.join([...names, sql.raw('id')].map((name) => (descending ? sql`${name} desc` : name)))
  const { rows } = await sql<{ id: string }>`
    with fitting as materialized (
      select o.id, ${columns} from public.pre_orders o where ${match.isFound} and ${inView} and ${near})
    select id from fitting order by ${order} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
