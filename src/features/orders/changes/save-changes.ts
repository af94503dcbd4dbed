import { type RawBuilder, sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { arrivalOfOrder, shopDay } from '#features/settings/dispatch-and-arrival.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import type { Tx } from '#platform/database/db.ts'
import { dispatchDayAfter } from '../order-dates.ts'
import { summaryOf } from '../order-lines.ts'
import { firstInParcel, listAdditions } from '../parcels/shared-parcel.ts'
import type { EditableOrder } from './editable-order.ts'
import { type Change, type EditableLine, type OrderField, orderFields } from './order-change.ts'

type Saving = {
  /** The id of the edit, where the caller needs an idempotency key. */
  id?: string
  changes: readonly Change[]
  byCustomer: boolean
  /** The account that changes it; null: the customer by the order's link. */
  actor: string | null
  undoOf?: string
  /** The dispatch day that the order gets, 'YYYY-MM-DD'; without it the day follows from the garments that are left. */
  day?: string | undefined
  /** A condition on `pre_orders` that the writing statement checks. */
  onlyIf?: RawBuilder<boolean>
}

/**
 * Writes the changes of a locked order with its summary and days, raises its version and adds the event.
 * Order, lines and condition are one statement. Returns the id of the edit; null where `onlyIf` did not hold, and then
 * nothing was written.
 */
export async function saveChanges(tx: Tx, order: EditableOrder, saving: Saving): Promise<string | null> {
  const { id, byCustomer, actor, undoOf, day, onlyIf = sql<boolean>`true` } = saving
  const lines = order.lines.map((line) => withChanges(line, saving.changes))
  const changes = [...saving.changes, ...listDayChange(order, day ?? (await dispatchDayWithRoom(tx, order, lines)))]
  const touched = lines.filter(({ position }) => changes.some((change) => isOfLine(change, position)))
  const { rows } = await sql<{ written: number }>`
    with placed as (
      update public.pre_orders set ${sql.join([...columns(changes), ...arrival(order, changes), ...summary(order, lines), touch])}
       where id = ${order.id} and ${onlyIf} returning id
    ), written_lines as (
      update public.order_lines as line
         set size = wanted.size, height_cm = wanted.height, heel_cm = wanted.heel, cancelled_quantity = wanted.cancelled
        from placed, jsonb_to_recordset(${JSON.stringify(touched)}::jsonb)
          as wanted (position smallint, size text, height smallint, heel smallint, cancelled smallint)
       where line.order_id = placed.id and line.position = wanted.position
    )
    select count(*)::int as written from placed`.execute(tx)
  if (rows[0]?.written !== 1) return null
  const edited = await tx
    .insertInto('private.order_events')
    .values({
      ...(id && { change: id }),
      order_id: order.id,
      kind: 'edited',
      facts: JSON.stringify({ changes, ...(undoOf && { undoOf }) }),
      actor,
      party: byCustomer ? 'customer' : 'shop',
    })
    .returning('change')
    .executeTakeFirstOrThrow()
  return edited.change
}

/**
 * The dispatch day that follows from the lines that are left. An earlier one than before is taken only where the week
 * has room for them: other orders were promised what is free.
 */
async function dispatchDayWithRoom(tx: Tx, order: EditableOrder, lines: EditableLine[]): Promise<string> {
  const wanted = dispatchDayAfter(order, { before: order.lines, after: lines })
  if (wanted >= order.dispatchBy) return wanted
  // In a parcel of several orders, the others may need the day.
  if ((await firstInParcel(tx, order.id)) || (await listAdditions(tx, [order.id])).length > 0) return order.dispatchBy
  const time = await readShopSettings(tx, {}, { replaces: order.id })
  if (!time.freeDay) return wanted
  const weights = await tx
    .selectFrom('order_lines')
    .select(['position', 'work_hundredths'])
    .where('order_id', '=', order.id)
    .execute()
  const work = lines.reduce((sum, { position, quantity, cancelled }) => {
    const weight = weights.find((line) => line.position === position)?.work_hundredths ?? 0
    return sum + weight * (quantity - cancelled)
  }, 0)
  const earliest = shopDay(new Date(wanted))
  const free = isoDay(new Date(time.freeDay({ earliest, work }) * dayMs))
  return free < order.dispatchBy ? free : order.dispatchBy
}

// A change of lines alone raises the order's version too, so that a form opened before it is stale.
const touch = sql`updated_at = public.shop_now()`

function columns(changes: readonly Change[]): RawBuilder<unknown>[] {
  return changes
    .filter((change): change is Extract<Change, { field: OrderField }> =>
      orderFields.some((field) => field === change.field),
    )
    .map(({ field, after }) => sql`${sql.ref(field)} = ${after}`)
}

function listDayChange({ dispatchBy: before }: EditableOrder, after: string): Change[] {
  return before === after ? [] : [{ field: 'dispatch_by', before, after }]
}

/**
 * Another service, or another dispatch day, arrives on another day; with a service that is not known, no day is promised.
 */
function arrival(order: EditableOrder, changes: readonly Change[]): RawBuilder<unknown>[] {
  const moved = changes.find((change) => change.field === 'service')
  const changed = changes.find((change) => change.field === 'dispatch_by')
  if (!moved && !changed) return []
  const service = moved ? moved.after : order.service
  const dispatchBy = changed?.after ?? order.dispatchBy
  const day = arrivalOfOrder(dispatchBy, { delivery_options: order.services, delivery_service: service })
  return [sql`delivery_service = ${service}`, sql`dispatch_by = ${dispatchBy}::date`, sql`arrive_by = ${day}::date`]
}

/**
 * The order's copies of names and sizes, as lists and searches show them. An order from elsewhere may have no lines.
 */
function summary({ lines: before }: EditableOrder, lines: EditableLine[]): RawBuilder<unknown>[] {
  if (JSON.stringify(before) === JSON.stringify(lines)) return []
  const { names, sizes } = summaryOf(
    lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled })).filter(({ quantity }) => quantity > 0),
  )
  return [sql`product_name = ${names}`, sql`product_size = ${sizes}`]
}

function withChanges(line: EditableLine, changes: readonly Change[]): EditableLine {
  const own = changes.filter((change) => isOfLine(change, line.position))
  return Object.assign({ ...line }, ...own.map(({ field, after }) => ({ [field]: after })))
}

function isOfLine(change: Change, position: number): boolean {
  return 'position' in change && change.position === position
}

/**
 * Queues the e-mail about a change. That of the owner waits a minute by default, so that one that is undone sends
 * nothing.
 */
export async function queueChangeEmail(
  tx: Tx,
  { orderId, editId, wait = '1 minute' }: { orderId: string; editId: string; wait?: '1 minute' | 'no time' },
): Promise<void> {
  const seconds = wait === '1 minute' ? 60 : 0
  await sql`
    select private.queue_email('order_changed', ${editId}, customer_email, ${JSON.stringify({ edit: editId })}::jsonb, id,
        now() + ${seconds} * interval '1 second')
      from public.pre_orders where id = ${orderId} and customer_email is not null`.execute(tx)
}

/**
 * Drops the e-mail about a change that is being undone, if it still waits. Returns whether the customer got it, or is
 * getting it now, and so gets one about the undo.
 */
export async function dropChangeEmail(tx: Tx, editId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update private.outbox set state = case when state = 'waiting' then 'dropped' else state end
     where kind = 'order_changed' and cause = ${editId} returning state`.execute(tx)
  return rows[0]?.state === 'sending' || rows[0]?.state === 'sent'
}
