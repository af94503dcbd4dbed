import { type RawBuilder, sql } from 'kysely'
import { listSizes } from '#features/catalogue/sizes/size-chart.ts'
import { listServices } from '#features/settings/delivery.ts'
import { byteOrderMark, formatCsv } from '#platform/csv.ts'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { shop } from '#shop'
import type { OrderFilter } from './admin-orders.contract.ts'
import { isCommon, maxScanned } from './find-orders.ts'
import { matchOrders } from './match-orders.ts'
import { viewCondition, viewOrder, viewShape } from './order-view-sql.ts'

const rowsAtOnce = 500

/** Of `pre_orders o`, each as text. Times are in shop time, amounts in pounds, names as they are now. */
const columns = (): Record<string, RawBuilder<string | null>> => ({
  order_number: sql`o.order_number`,
  created_at: time('created_at'),
  paid_at: time('paid_at'),
  payment_status: sql`o.payment_status`,
  provider_state: sql`o.provider_state`,
  order_status: sql`o.order_status`,
  dispatch_by: sql`o.dispatch_by::text`,
  customer_name: sql`o.customer_name`,
  customer_email: sql`o.customer_email`,
  // Without punctuation: a spreadsheet program computes +1-555-0100.
  customer_phone: sql`case when o.customer_phone ~ '^\\+[0-9 ()./-]+$'
    then btrim(regexp_replace(o.customer_phone, '[ ()./-]+', ' ', 'g')) else o.customer_phone end`,
  shipping_address: sql`o.shipping_address`,
  shipping_city: sql`o.shipping_city`,
  shipping_postcode: sql`o.shipping_postcode`,
  shipping_country: sql`o.shipping_country`,
  delivery_service: serviceName(),
  // An order inserted by hand has no lines.
  lines: sql`coalesce((select string_agg(l.name || ', ' || ${sizeNameIn(sql`l.size`)} || case when l.quantity - l.cancelled_quantity > 1 then ' × ' || l.quantity - l.cancelled_quantity else '' end,
    '; ' order by l.position) from public.order_lines l where l.order_id = o.id and l.quantity > l.cancelled_quantity), o.product_name || ', ' || o.product_size)`,
  heights: sql`(select string_agg(l.name || ' ' || l.height_cm || ' cm' || coalesce(', heels ' || l.heel_cm || ' cm', ''), '; ' order by l.position)
    from public.order_lines l where l.order_id = o.id and l.quantity > l.cancelled_quantity and l.height_cm is not null)`,
  product_price: sql`o.product_price::text`,
  discount_code: sql`o.discount_code`,
  discount_amount: sql`o.discount_amount::text`,
  shipping_amount: sql`o.shipping_amount::text`,
  final_amount: sql`o.final_amount::text`,
  refunded_amount: sql`o.refunded_amount::text`,
  shipping_carrier: sql`o.shipping_carrier`,
  // Of an order that leaves in several parcels, all numbers.
  tracking_number: sql`coalesce((select string_agg(parcel.tracking_number, '; ' order by parcel.id)
    from private.parcels parcel where parcel.order_id = o.id), o.tracking_number)`,
  shipped_at: time('shipped_at'),
  gift_note: sql`o.gift_note`,
  notes: sql`o.notes`,
})

type Exporting = { db: Db; log: Log; onEnd: (result: { rows: number; whole: boolean }) => Promise<void> }

/** How long a reader may pause before the export ends. */
const readTimeoutMs = 60_000

/**
 * The orders of a filter as CSV, in the order of the view, in one snapshot. A database cursor is read as fast as the
 * file is downloaded, so memory holds a thousand orders. A reader that pauses for a minute or leaves ends the query. An
 * error aborts the stream, so that a partial file is not taken for complete.
 */
export function exportOrders(exporting: Exporting, filter: OrderFilter): ReadableStream<Uint8Array> {
  const stream = createBackpressureStream(readTimeoutMs)
  void fill(exporting, filter, stream)
  return stream.stream
}

async function fill(
  { db, log, onEnd }: Exporting,
  filter: OrderFilter,
  { put, end, fail }: ReturnType<typeof createBackpressureStream>,
): Promise<void> {
  const result = { rows: 0, whole: false }
  try {
    await put(byteOrderMark + formatCsv([Object.keys(columns())]))
    await db.asService(async (tx) => {
      for await (const rows of readOn(tx, filter)) {
        await put(formatCsv(rows))
        result.rows += rows.length
      }
    })
    result.whole = true
    end()
  } catch (error) {
    // The response has begun: no error handler can change it any more.
    if (!(error instanceof ReaderGoneError)) log.error({ error }, 'the export of the orders failed part-way')
    fail(error)
  }
  await onEnd(result).catch((error: unknown) => log.error({ error }, 'an export is missing from the audit log'))
}

async function* readOn(tx: Tx, filter: OrderFilter): AsyncGenerator<string[][]> {
  const all = columns()
  const names = Object.keys(all)
  const cells = sql.join(names.map((name) => sql`coalesce(${all[name]}, '') as ${sql.ref(name)}`))
  await sql`select set_config('idle_in_transaction_session_timeout', '70s', true),
    set_config('statement_timeout', '6500ms', true)`.execute(tx)
  await sql`declare exported no scroll cursor for select ${cells} from (${await sourceOf(tx, filter)}) o`.execute(tx)
  const fetchRows = async () => {
    const { rows } = await sql<Record<string, string>>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(tx)
    return rows.map((row) => names.map((name) => row[name] ?? ''))
  }
  let next = fetchRows()
  for (;;) {
    const rows = await next
    const isLast = rows.length < rowsAtOnce
    if (!isLast) {
      // The database reads on while these rows are sent.
      next = fetchRows()
      next.catch(() => undefined)
    }
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}

/** The orders in the order of the view: by a scan of the view, except where few match. */
async function sourceOf(tx: Tx, filter: OrderFilter): Promise<RawBuilder<unknown>> {
  const { view } = filter
  const inView = viewCondition(filter)
  const order = viewOrder(viewShape(view))
  const inOrder = sql`select * from public.pre_orders o where ${inView} order by ${order} offset 0`
  const match = matchOrders(filter)
  if (match === null) return inOrder
  if (!match.isIndexed) return sql`select * from (${inOrder} limit ${maxScanned}) o where ${match.fits}`
  if (await isCommon(tx, { view, inView, match })) return sql`select * from (${inOrder}) o where ${match.fits}`
  return sql`with fitting as materialized (select * from public.pre_orders o where ${match.isFound} and ${inView})
    select * from fitting o order by ${order}`
}

/** What a size is called now. */
function sizeNameIn(size: RawBuilder<string>): RawBuilder<string> {
  const renamed = listSizes().filter((row) => row.name !== row.size)
  if (renamed.length === 0) return size
  const names = renamed.map((row) => sql`when ${sql.lit(row.size)} then ${sql.lit(row.name)}`)
  return sql`case ${size} ${sql.join(names, sql` `)} else ${size} end`
}

/** The name of the delivery service as it was offered, else as it is offered today, else its id. */
function serviceName(): RawBuilder<string | null> {
  const today = listServices().map(({ id, label }) => sql`when ${sql.lit(id)} then ${sql.lit(label)}`)
  return sql`coalesce((select option ->> 'label' from jsonb_array_elements(o.delivery_options) option
    where option ->> 'id' = o.delivery_service limit 1),
    case o.delivery_service ${sql.join(today, sql` `)} else o.delivery_service end)`
}

function time(name: string): RawBuilder<string | null> {
  return sql`to_char(${sql.ref(`o.${name}`)} at time zone ${sql.lit(shop.timeZone)}, 'YYYY-MM-DD HH24:MI:SS')`
}

type Exporter = { userId: string; requestId: string; ip: string }

/**
 * Logs an export in the audit log: `export` before the first row is sent, `exported` with the number of rows. The
 * search text may be a customer's name and is left out, because this log is never erased.
 */
export async function noteExport(
  db: Db,
  { userId, requestId, ip }: Exporter,
  noted: { begun: OrderFilter } | { ended: { rows: number; whole: boolean } },
): Promise<void> {
  await db.asService(
    (tx) =>
      noteInAudit(tx, {
        ...{ actor: userId, table: 'pre_orders', action: 'begun' in noted ? 'export' : 'exported' },
        after: 'begun' in noted ? withoutPerson(noted.begun) : noted.ended,
      }),
    { requestId, ip },
  )
}

function withoutPerson({ q, ...filter }: OrderFilter): object {
  return { ...filter, searched: q !== '' }
}

/** The reader closed the stream, or read nothing for too long. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGone'
}

/**
 * A text stream with backpressure: `put` waits until the previous piece was read, and throws ReaderGone when the reader
 * closed the stream or read nothing for `readTimeoutMs`. `fail` aborts it, so that a partial file is never complete.
 */
export function createBackpressureStream(readTimeoutMs: number) {
  const encoder = new TextEncoder()
  let into: TransformStreamDefaultController<Uint8Array> | undefined
  const { readable: stream, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => {
      into = controller
    },
  })
  const writer = writable.getWriter()
  return {
    stream,
    async put(text: string): Promise<void> {
      const tooLong = Promise.withResolvers<never>()
      const timer = setTimeout(tooLong.reject, readTimeoutMs)
      try {
        await Promise.race([writer.ready, tooLong.promise])
      } catch {
        throw new ReaderGoneError()
      } finally {
        clearTimeout(timer)
      }
      writer.write(encoder.encode(text)).catch(() => undefined)
    },
    end: () => void writer.close().catch(() => undefined),
    fail: (error: unknown) => into?.error(error),
  }
}
