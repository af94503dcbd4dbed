import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { LeftOut } from '#features/catalogue/move-in/listing.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import { matchText } from '../admin/api/match-orders.ts'
import type { EarlierOrder, EarlierSource, ReadOrder } from './read-earlier-orders.ts'

type Sorted = { fresh: ReadOrder[]; here: number; leftOut: LeftOut[] }

/** Separates new orders from those that are here, and leaves out those of days that are not kept, or still to come. */
async function sortOrders(tx: Tx, source: EarlierSource, orders: readonly ReadOrder[]): Promise<Sorted> {
  const {
    rows: [days],
  } = await sql<{ since: string; today: string }>`
    select to_char(private.tax_records_since() at time zone ${shop.timeZone}, 'YYYY-MM-DD') as since,
      to_char(public.shop_now() at time zone ${shop.timeZone}, 'YYYY-MM-DD') as today`.execute(tx)
  if (!days) throw new Error('The days have no row')
  const { rows } = await sql<{ number: string }>`
    select number from private.earlier_orders where source = ${source} and number = any(${orders.map(({ number }) => number)}::text[])`.execute(
    tx,
  )
  const known = new Set(rows.map(({ number }) => number))
  const sorted: Sorted = { fresh: [], here: 0, leftOut: [] }
  for (const order of orders) {
    const { row, number, day } = order
    if (known.has(number)) sorted.here += 1
    else if (day > days.today) sorted.leftOut.push({ row, value: number, why: 'Its day is still to come.' })
    else if (day < days.since)
      sorted.leftOut.push({ row, value: number, why: 'It is older than the years for which orders are kept.' })
    else sorted.fresh.push(order)
  }
  return sorted
}

type ReadFile = { source: EarlierSource; orders: ReadOrder[]; leftOut: LeftOut[] }

/** What an import of these orders would make. */
export async function previewEarlierOrders(tx: Tx, { source, orders, leftOut }: ReadFile): Promise<Sorted> {
  const sorted = await sortOrders(tx, source, orders)
  return { ...sorted, leftOut: [...leftOut, ...sorted.leftOut].sort((a, b) => a.row - b.row) }
}

/** Keeps the orders that are not here yet, by the caller of the transaction. Refuses bad_request where none is new. */
export async function importEarlierOrders(tx: Tx, { source, orders }: ReadFile): Promise<{ id: string; made: number }> {
  const { fresh } = await sortOrders(tx, source, orders)
  const id = randomUUID()
  const given = JSON.stringify(fresh.map((order) => ({ ...order, garments: order.garments.join('\n') })))
  // In one order, so that two imports of one file wait for each other and never for both.
  const { numAffectedRows: made = 0n } = await sql`
    insert into private.earlier_orders (source, number, bought_on, name, email, postcode, country, garments, amount_pence,
      currency, import_id, imported_by)
    select source, number, day, name, email, postcode, country, garments, amount_pence, currency, ${id}, auth.uid()
      from jsonb_to_recordset(${given}::jsonb) as given (source text, number text, day date, name text, email text,
        postcode text, country text, garments text, amount_pence integer, currency text)
     order by number
    on conflict do nothing`.execute(tx)
  if (made === 0n) throw new AppError('bad_request', 'Nothing in this file is new.')
  return { id, made: Number(made) }
}

/** An order of which the customer is not erased. */
const isNamed = sql<boolean>`coalesce(e.email, e.name) is not null`

export type EarlierImport = { id: string; source: EarlierSource; at: Date; by: string | null; orders: number }

/** The latest imports of which something is left, newest first. */
export async function listEarlierImports(tx: Tx): Promise<EarlierImport[]> {
  const { rows } = await sql<EarlierImport>`
    select e.import_id as id, e.source, e.imported_at as at, u.email as by, count(*)::int as orders
      from private.earlier_orders e left join auth.users u on u.id = e.imported_by
     where ${isNamed} group by e.import_id, e.source, e.imported_at, u.email
     order by e.imported_at desc, e.import_id limit 20`.execute(tx)
  return rows
}

/**
 * Deletes the orders of an import and returns how many. Those whose customer was erased stay, since they keep the file
 * from bringing the customer back. Refuses not_found.
 */
export async function undoEarlierImport(tx: Tx, id: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from private.earlier_orders e where e.import_id = ${id} and ${isNamed}`.execute(tx)
  if (numAffectedRows === 0n) throw new AppError('not_found', 'This import has been undone already.')
  return Number(numAffectedRows)
}

const columns = sql`e.source, e.number, to_char(e.bought_on, 'YYYY-MM-DD') as day, e.name, e.email, e.postcode, e.country,
  string_to_array(e.garments, E'\\n') as garments, e.amount_pence, e.currency`
const latestFirst = sql`e.bought_on desc, e.source, e.number`

/** Earlier orders of a condition on `e`, the latest first. */
export async function listEarlierOrders(tx: Tx, where: RawBuilder<boolean>, most: number): Promise<EarlierOrder[]> {
  const { rows } = await sql<EarlierOrder>`
    select ${columns} from private.earlier_orders e where ${isNamed} and (${where}) order by ${latestFirst} limit ${most}`.execute(
    tx,
  )
  return rows
}

/** Those that a search of orders finds: by the same text, of fewer parts. */
export async function searchEarlierOrders(tx: Tx, q: string, most: number): Promise<EarlierOrder[]> {
  const match = matchText(q)
  if (!match) return []
  // The names that the search of orders knows.
  const asOrder = sql<boolean>`exists (select from (select null::uuid as id, e.number as order_number, e.name as customer_name,
      e.email as customer_email, null::text as customer_phone, e.garments as product_name, null::text as shipping_address,
      e.country as shipping_city, e.postcode as shipping_postcode, null::text as tracking_number) o where ${match.fits})`
  return listEarlierOrders(tx, asOrder, most)
}

/** Whose earlier orders. `isOwnOrder`: a condition on `pre_orders o`; `buyer`: of a file without addresses. */
type Buyer = {
  address: string | null | RawBuilder<string | null>
  isOwnOrder?: RawBuilder<boolean>
  buyer?: { name: string; postcode: string }
}

/**
 * Earlier orders (`e`) of a person: by e-mail address, theirs or that of their paid orders here; those without an
 * address by the same name and postcode as a paid order here, or as `buyer`.
 */
export function isEarlierOrderOf({ address, isOwnOrder = sql`false`, buyer }: Buyer): RawBuilder<boolean> {
  const paid = sql`from public.pre_orders o where ${isOwnOrder} and o.reported_paid`
  return sql`(e.email = ${address} or e.email = any(array(select lower(o.customer_email) ${paid}))
    or (e.email is null and private.buyer_key(e.name, e.postcode) = any(array(
      select private.buyer_key(o.customer_name, o.shipping_postcode) ${paid}
      union select private.buyer_key(${buyer?.name ?? null}, ${buyer?.postcode ?? null})))))`
}

/** Empties what names the customer of these earlier orders (`e`). */
export async function eraseEarlierOrders(tx: Tx, where: RawBuilder<boolean>): Promise<void> {
  await sql`update private.earlier_orders e set name = null, email = null, postcode = null where ${where}`.execute(tx)
}
