import { sql } from 'kysely'
import { editLabel } from '#features/orders/changes/change-labels.ts'
import { type EditableOrder, readEditableOrder } from '#features/orders/changes/editable-order.ts'
import { listEdits, type OrderEdit } from '#features/orders/changes/list-edits.ts'
import { isCurrent } from '#features/orders/changes/order-change.ts'
import { emailTitle } from '#features/orders/emails/email-titles.ts'
import { type OrderNote, words } from '#features/orders/order-note.ts'
import type { Tx } from '#platform/database/db.ts'
import { type Change, changeLabel } from './timeline-labels.ts'

/**
 * An event of an order. `who`: an administrator's address, 'Customer', 'The shop' or 'The payment provider'. `undo`:
 * the id of a change that can be undone.
 */
export type TimelineEntry = { at: Date; who: string; title: string; detail: string | null; undo: string | null }

type Placed = { orderId: string; customerId: string | null }

const formerAccount = 'A deleted account'
const maxChanges = 200
const maxEmails = 100

/** The events of an order from the audit log and its e-mails, the newest first; 300 at most. */
export async function listTimeline(tx: Tx, placed: Placed): Promise<TimelineEntry[]> {
  const edits = await listEdits(tx, placed)
  const order = await readEditableOrder(tx, { id: placed.orderId })
  const entries = [
    ...edits.map((edit) => editEntry(edit, order)),
    ...(await listEmails(tx, placed)),
    ...(await listChanges(tx, placed, edits)),
    ...noteEntries(await listNotes(tx, placed), placed),
  ]
  return entries.sort((one, other) => other.at.getTime() - one.at.getTime())
}

type Logged = Change & { at: Date; actor: string | null; email: string | null; request_id: string | null }

function editEntry(edit: OrderEdit, order: EditableOrder): TimelineEntry {
  const { at, byCustomer, email, changes, isUndone, hasRefund } = edit
  const canUndo = !isUndone && !hasRefund && isCurrent(order, changes)
  const who = byCustomer ? 'Customer' : (email ?? formerAccount)
  return { at, who, ...editLabel(edit), undo: canUndo ? edit.id : null }
}

async function listChanges(
  tx: Tx,
  { orderId, customerId }: Placed,
  edits: readonly OrderEdit[],
): Promise<TimelineEntry[]> {
  const { rows } = await sql<Logged>`
    select log.at, log.actor, account.email, log.table_name, log.action, log.before, log.after, log.request_id
      from private.audit_log as log left join auth.users as account on account.id = log.actor
     where log.row_id = ${orderId} and log.table_name in ('pre_orders', 'refunds', 'disputes', 'order_delays', 'returns')
     order by log.id desc limit ${maxChanges}`.execute(tx)
  const listed = {
    // A cancellation and a delay have entries of their own, so the change of the row is left out.
    isCancelListed: rows.some(({ action }) => action === 'cancel'),
    isDelayListed: rows.some(({ table_name, action }) => table_name === 'order_delays' && action === 'insert'),
  }
  // An edit has an entry of its own, so the change of the row that it made is left out.
  const edited = new Set(edits.flatMap(({ requestId }) => requestId ?? []))
  return rows.flatMap(({ at, actor, email, request_id, ...change }) => {
    if (change.table_name === 'pre_orders' && request_id !== null && edited.has(request_id)) return []
    const label = changeLabel(change, listed)
    if (!label) return []
    const { title, detail, by } = label
    return [{ at, who: whoOf({ actor, email, by }, customerId), title, detail, undo: null }]
  })
}

type Acting = { actor: string | null; email: string | null; by: string }

function whoOf({ actor, email, by }: Acting, customerId: string | null): string {
  if (!actor) return by
  return actor === customerId ? 'Customer' : (email ?? formerAccount)
}

/** A note with the times at which it was added and resolved. `email`: of the administrator who resolved it. */
export type NoteTimes = {
  note: OrderNote
  at: Date
  resolved_at: Date | null
  resolved_by: string | null
  email: string | null
}

async function listNotes(tx: Tx, { orderId }: Placed): Promise<NoteTimes[]> {
  const { rows } = await sql<NoteTimes>`
    select noted.facts || jsonb_build_object('kind', noted.kind) as note, noted.at, noted.resolved_at, noted.resolved_by,
      account.email
      from private.order_notes as noted left join auth.users as account on account.id = noted.resolved_by
     where noted.order_id = ${orderId} order by noted.id desc limit ${maxChanges}`.execute(tx)
  return rows.reverse()
}

/** An entry for the notes of each moment, and one for each moment at which none was left. */
function noteEntries(notes: readonly NoteTimes[], { customerId }: Placed): TimelineEntry[] {
  const moments = new Map(notes.map(({ at }) => [at.getTime(), at]))
  const added = [...moments].map(([time, at]) => {
    const detail = notes.filter((each) => each.at.getTime() === time).map(({ note }) => words(note))
    return { at, who: 'The shop', title: 'Needs attention', detail: detail.join(' '), undo: null }
  })
  const isOpenAt = (at: Date) =>
    notes.some((each) => each.at <= at && (each.resolved_at === null || each.resolved_at > at))
  const ends = notes.flatMap(({ resolved_at: at, resolved_by: actor, email }) => (at ? [{ at, actor, email }] : []))
  const last = new Map(ends.filter(({ at }) => !isOpenAt(at)).map((end) => [end.at.getTime(), end]))
  const over = [...last.values()].map(({ at, actor, email }) => {
    const who = whoOf({ actor, email, by: 'The shop' }, customerId)
    return { at, who, title: 'No longer needs attention', detail: null, undo: null }
  })
  return [...added, ...over]
}

type EmailRow = {
  at: Date
  kind: string
  recipient: string
  state: string
  last_error: string | null
  email: string | null
}

async function listEmails(tx: Tx, { orderId }: Placed): Promise<TimelineEntry[]> {
  const { rows } = await sql<EmailRow>`
    select coalesce(letter.sent_at, letter.created_at) as at, letter.kind, letter.recipient, letter.state, letter.last_error,
      account.email
    from private.outbox as letter left join auth.users as account on account.id = letter.requested_by
    where letter.order_id = ${orderId} and letter.state <> 'dropped'
    order by letter.created_at desc limit ${maxEmails}`.execute(tx)
  return rows.map(({ at, kind, recipient, state, last_error, email }) => ({
    at,
    who: email ?? 'The shop',
    title: `E-mail: ${emailTitle(kind)}`,
    detail: fateOf(state, recipient, last_error),
    undo: null,
  }))
}

/** An old e-mail, or one of an erased account, has no recipient any more. */
function fateOf(state: string, recipient: string, error: string | null): string {
  if (recipient === '')
    return state === 'sent' ? 'Sent. To which address is no longer kept.' : 'The address is no longer kept.'
  if (state === 'sent') return `Sent to ${recipient}.`
  if (state === 'failed') return `It could not be sent to ${recipient}${error ? `: ${error}` : '.'}`
  return `Waiting to be sent to ${recipient}.`
}
