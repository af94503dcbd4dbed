import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { readEditableOrder } from '../changes/editable-order.ts'
import { isCurrent } from '../changes/order-change.ts'
import { findUndoableDelay } from '../delays/undo-delay.ts'
import { emailTitle } from '../emails/emails-of-order.ts'
import { noteText, type OrderNote } from '../order-note.ts'
import { moneyLabel, timelineLabel } from './event-labels.ts'
import { editOf, listOrderChanges, type OrderChange } from './order-event.ts'

/**
 * An event of an order. `who`: an administrator's address, 'Customer', 'The shop' or 'The payment provider'. `undo`:
 * the id of a change that can be undone.
 */
export type TimelineEntry = { at: Date; who: string; title: string; detail: string | null; undo: string | null }

/** A change of an order's money. `by`: an administrator's address, or a role. */
export type MoneyEvent = { id: string; at: Date; by: string; said: string }

type Placed = { orderId: string; customerId: string | null }

const maxEmails = 100
const parties = { customer: 'Customer', shop: 'The shop', provider: 'The payment provider' }

/** The events of an order and its e-mails, the newest first; 300 at most. */
export async function listTimeline(tx: Tx, { orderId, customerId }: Placed): Promise<TimelineEntry[]> {
  const changes = await listOrderChanges(tx, { orderId })
  const order = await readEditableOrder(tx, { id: orderId })
  const listed = {
    isCancelListed: hasEvent(changes, 'cancelled'),
    isDelayListed: hasEvent(changes, 'delay_announced'),
  }
  const delay = listed.isDelayListed ? await findUndoableDelay(tx, order) : null
  const entriesOf = (change: OrderChange): TimelineEntry[] => {
    const label = timelineLabel(change.events, listed)
    if (!label) return []
    const edit = editOf(change)
    const canUndo = edit !== null && !edit.isUndone && !edit.hasRefund && isCurrent(order, edit.changes)
    const { at, actor, email, party } = change
    const who = edit?.byCustomer ? parties.customer : whoOf({ actor, email, party }, customerId)
    const undo = canUndo ? edit.id : change.id === delay ? delay : null
    return [{ at, who, ...label, undo }]
  }
  // Of one time, an edit is above its e-mail, and an e-mail above what caused it.
  const edits = changes.filter((change) => editOf(change))
  const others = changes.filter((change) => !editOf(change))
  const entries = [
    ...edits.flatMap(entriesOf),
    ...(await listEmails(tx, orderId)),
    ...others.flatMap(entriesOf),
    ...noteEntries(await listNotes(tx, orderId), customerId),
  ]
  return entries.sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** The changes of an order's money, the newest first; at most 200. */
export async function listMoneyHistory(tx: Tx, { orderId, customerId }: Placed): Promise<MoneyEvent[]> {
  const changes = await listOrderChanges(tx, { orderId })
  // A cancellation has an entry with its reason, so the change of the status is left out.
  const isExplained = hasEvent(changes, 'cancelled')
  return changes.flatMap(({ id, at, actor, email, events }) => {
    const said = moneyLabel(events)
    if (!said) return []
    if (isExplained && events.some(({ kind, facts }) => kind === 'status_changed' && facts.to === 'cancelled'))
      return []
    const who = actor === customerId ? 'the customer' : (email ?? 'a deleted account')
    return [{ id, at, by: actor ? who : 'the shop', said }]
  })
}

function hasEvent(changes: readonly OrderChange[], kind: OrderChange['events'][number]['kind']): boolean {
  return changes.some(({ events }) => events.some((event) => event.kind === kind))
}

type Acting = Pick<OrderChange, 'actor' | 'email' | 'party'>

function whoOf({ actor, email, party }: Acting, customerId: string | null): string {
  if (!actor) return parties[party]
  return actor === customerId ? parties.customer : (email ?? 'A deleted account')
}

/** A note with the times at which it was added and resolved. `email`: of the administrator who resolved it. */
type NoteTimes = {
  note: OrderNote
  at: Date
  resolved_at: Date | null
  resolved_by: string | null
  email: string | null
}

async function listNotes(tx: Tx, orderId: string): Promise<NoteTimes[]> {
  const { rows } = await sql<NoteTimes>`
    select noted.facts || jsonb_build_object('kind', noted.kind) as note, noted.at, noted.resolved_at, noted.resolved_by,
      account.email
      from private.order_notes as noted left join auth.users as account on account.id = noted.resolved_by
     where noted.order_id = ${orderId} order by noted.id desc limit 200`.execute(tx)
  return rows.reverse()
}

/** An entry for the notes of each moment, and one for each moment at which none was left. */
function noteEntries(notes: readonly NoteTimes[], customerId: string | null): TimelineEntry[] {
  const moments = new Map(notes.map(({ at }) => [at.getTime(), at]))
  const added = [...moments].map(([time, at]) => {
    const detail = notes.filter((each) => each.at.getTime() === time).map(({ note }) => noteText(note))
    return { at, who: parties.shop, title: 'Needs attention', detail: detail.join(' '), undo: null }
  })
  const isOpenAt = (at: Date) =>
    notes.some((each) => each.at <= at && (each.resolved_at === null || each.resolved_at > at))
  const ends = notes.flatMap(({ resolved_at: at, resolved_by: actor, email }) => (at ? [{ at, actor, email }] : []))
  const last = new Map(ends.filter(({ at }) => !isOpenAt(at)).map((end) => [end.at.getTime(), end]))
  const over = [...last.values()].map(({ at, actor, email }) => {
    const who = whoOf({ actor, email, party: 'shop' }, customerId)
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

async function listEmails(tx: Tx, orderId: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<EmailRow>`
    select coalesce(email.sent_at, email.created_at) as at, email.kind, email.recipient, email.state, email.last_error,
      account.email
    from private.outbox as email left join auth.users as account on account.id = email.requested_by
    where email.order_id = ${orderId} and email.state <> 'dropped'
    order by email.created_at desc limit ${maxEmails}`.execute(tx)
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
