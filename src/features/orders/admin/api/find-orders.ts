import { type RawBuilder, sql } from 'kysely'
import type { OrderNote } from '#features/orders/order-note.ts'
import { isNoted, openNotes } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'
import type { OrderFilter } from './admin-orders.contract.ts'
import { matchOrders, type OrderMatch } from './match-orders.ts'
import { type OrderRow, orderColumns } from './order-details.ts'
import { afterCursor, cursorOf, viewCondition, viewOrder, viewShape } from './order-view-sql.ts'
import type { OrderView } from './order-views.ts'

export type OrderPage = { orders: OrderRow[]; next: string | null }
type PageOf = { after: string | null; limit: number }

/**
 * One page of the orders of a filter, in the order of its view, and the cursor of the next page or null. Refuses
 * bad_request for an invalid cursor.
 */
export async function findOrders(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<OrderPage> {
  const { rows } = await sql<OrderRow & { place: string }>`
    select ${orderColumns}, ${cursorOf(filter.view)} as place from public.pre_orders o
    where ${await chosen(tx, filter, { after, limit: limit + 1 })}
    order by ${viewOrder(viewShape(filter.view))} limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  return {
    orders: page.map(({ place: _, ...order }) => order),
    next: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
  }
}

async function chosen(tx: Tx, filter: OrderFilter, { after, limit }: PageOf): Promise<RawBuilder<boolean>> {
  const inView = sql<boolean>`${viewCondition(filter)} and ${afterCursor(filter.view, after)}`
  const match = matchOrders(filter)
  if (match === null) return inView
  const ids = await searchOrders(tx, { view: filter.view, inView, match, limit })
  return sql`o.id = any(${ids}::uuid[])`
}

type Search = { view: OrderView; inView: RawBuilder<boolean>; match: OrderMatch; limit: number }

const firstScan = 300
const furtherScan = 6_700
/** The most orders scanned for a text that is not in the index. */
export const maxScanned = firstScan + furtherScan
/** With this many matches in the first scan, a page is found sooner by scanning on than by the text index. */
const frequent = 15
/** In lengths of the first scan: behind this, the text index searches all that is left at once. */
const farthest = 400

/**
 * The ids of the first `limit` matching orders of the view, unordered. A frequent text is found quickly by scanning the
 * view in its order, any other by the text index, which checks each match: it searches as much of a newest-first view as a
 * page takes by the frequency so far. A text without letters and digits is not indexed, and is found in the first 7,000
 * orders only.
 */
async function searchOrders(tx: Tx, search: Search): Promise<string[]> {
  const { view, inView, match, limit } = search
  const found = await walk(tx, search, firstScan)
  if (found.length >= limit) return found
  const end = await endOfScan(tx, search)
  if (end === null) return found
  const { keys, descending } = viewShape(view)
  const beyond = sql<boolean>`${inView} and ${afterCursor(view, end.place)}`
  const later = () => ({ ...search, inView: beyond, limit: limit - found.length })
  if (found.length >= frequent || !match.isIndexed) {
    const scanned = await walk(tx, later(), furtherScan)
    if (scanned.length >= later().limit || !match.isIndexed) return [...found, ...scanned]
    return [...found, ...(await searchByIndex(tx, later(), sql`true`))]
  }
  const key = keys[0]?.column
  const edge = (reach: number) => sql`${end.at}::timestamptz - ${reach - 1} * ${end.length}::interval`
  let reach = 1
  while (descending) {
    const enough = 1 + (4 * later().limit) / (found.length + 1)
    const next = Math.ceil(reach * Math.min(100, enough))
    if (next > farthest) break
    const part = sql<boolean>`${key} >= ${edge(next)} and ${reach === 1 ? sql`true` : sql`${key} < ${edge(reach)}`}`
    found.push(...(await searchByIndex(tx, later(), part)))
    if (found.length >= limit) return found
    reach = next
  }
  const rest = reach === 1 ? sql<boolean>`true` : sql<boolean>`${key} < ${edge(reach)}`
  return [...found, ...(await searchByIndex(tx, later(), rest))]
}

/** With this many matches in the first thousand orders, all of them are found fastest by a scan of the view. */
const common = 8

/** Whether so many orders match that a scan of the view is the fastest way to all of them. */
export async function isCommon(tx: Tx, search: Omit<Search, 'limit'>): Promise<boolean> {
  const met = await walk(tx, { ...search, limit: common }, 1_000)
  return met.length >= common
}

async function walk(tx: Tx, { view, inView, match, limit }: Search, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from (select * from public.pre_orders o where ${inView} order by ${viewOrder(viewShape(view))} limit ${most}) o
    where ${match.fits} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

type End = { place: string; at: string; length: string }

/** The end of the first scan, and how much of the sort column it took; null at the end of the view. */
async function endOfScan(tx: Tx, { view, inView }: Search): Promise<End | null> {
  const key = viewShape(view).keys[0]?.column
  const order = viewOrder(viewShape(view))
  const from = sql`(select ${key} from public.pre_orders o where ${inView} order by ${order} limit 1)`
  const { rows } = await sql<End>`
    select ${cursorOf(view)} as place, ${key}::text as at, (${from} - ${key})::text as length
    from public.pre_orders o where ${inView} order by ${order} offset ${firstScan - 1} limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Searches by the text index; the materialized CTE keeps the planner from scanning the view. */
async function searchByIndex(
  tx: Tx,
  { view, inView, match, limit }: Search,
  part: RawBuilder<boolean>,
): Promise<string[]> {
  const { keys, descending } = viewShape(view)
  const names = keys.map((_, at) => sql.raw(`key${at}`))
  const columns = sql.join(keys.map(({ column }, at) => sql`${column} as ${names[at]}`))
  const order = sql.join([...names, sql.raw('id')].map((name) => (descending ? sql`${name} desc` : name)))
  const { rows } = await sql<{ id: string }>`
    with fitting as materialized (
      select o.id, ${columns} from public.pre_orders o where ${match.isFound} and ${inView} and ${part})
    select id from fitting order by ${order} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The open notes of these orders by id; orders without notes are left out. */
export async function listReviews(tx: Tx, ids: string[]): Promise<Record<string, OrderNote[]>> {
  const rows = await tx
    .selectFrom('pre_orders')
    .select(['id', openNotes('pre_orders.id').as('notes')])
    .where('id', 'in', ids)
    .where(isNoted('pre_orders.id'))
    .execute()
  return Object.fromEntries(rows.map(({ id, notes }) => [id, notes]))
}
