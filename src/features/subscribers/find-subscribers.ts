import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isCalendarDay } from '#platform/calendar-day.ts'
import { byteOrderMark, formatCsv } from '#platform/csv.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Log } from '#platform/log.ts'
import type { State, SubscriberFilter, SubscriberPage, SubscriberRow } from './subscribers.contract.ts'

// A scalar subquery, which uses the index for each row: `exists` would read all of the other table for a thousand rows.
/** Whether the owner imported the address (of `s`): its person never used a form of this shop. */
export const isImported = sql<boolean>`((select true from private.consent_log l
  where l.signup_id = s.id and l.event = 'imported' limit 1) is not null)`

/** Whether the consent date (of `s`) is the import's own, since the file had none. */
export const isImportDate = sql<boolean>`(s.consented_at = s.created_at and ${isImported})`

// A row that is on the list while another way recorded an objection is shown as off: `private.can_email`
// decides so.
const state = sql<State>`case
  when s.unsubscribed_at is null and s.confirmed_at is null then 'unconfirmed'
  when s.unsubscribed_at is null and (select true from private.suppressions n
    where n.address_hash = private.address_hash(s.email) limit 1) is null then 'on'
  else 'off' end`

// The indexes' own conditions on the rows.
const byRow: Record<SubscriberFilter['state'], RawBuilder<boolean>> = {
  all: sql`true`,
  on: sql`s.confirmed_at is not null and s.unsubscribed_at is null`,
  unconfirmed: sql`s.confirmed_at is null and s.unsubscribed_at is null`,
  off: sql`s.unsubscribed_at is not null`,
}

const cursorForm = /^(\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00)_([0-9a-f-]{36})$/

type Listed = SubscriberRow & { cursor: string }
type Place = { after: string | null; limit: number; reach?: Reach }

/**
 * One page of the list, newest first, and the cursor of the next page or null. `after`: a cursor from an earlier page.
 * `q` is searched in the address literally, without wildcards; one or two letters only at its start. A page may have
 * fewer than `limit` rows although there is a next one. Refuses bad_request for an invalid cursor.
 */
export async function findSubscribers(
  tx: Tx,
  filter: SubscriberFilter,
  { limit, ...place }: Place,
): Promise<{ subscribers: SubscriberRow[]; next: string | null }> {
  const rows = await searchRows(tx, filter, { ...place, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return {
    subscribers: page
      .filter(({ state }) => filter.state === 'all' || state === filter.state)
      .map(({ cursor: _, ...subscriber }) => subscriber),
    next: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
  }
}

/**
 * `newest`: the number of rows scanned first, which fill a page for a common search text. `few`: the number of index
 * matches that are sorted; if there are more, a scan finds the newest sooner.
 */
type Reach = { newest: number; few: number }
const usualReach: Reach = { newest: 2_000, few: 5_000 }

/**
 * The frequency of a search text is unknown, and the strategy that is fast for `gmail` is slow for a name, so each
 * strategy is tried while it is fast.
 */
async function searchRows(tx: Tx, { q, state: wanted }: SubscriberFilter, place: Place): Promise<Listed[]> {
  const { newest: near, few } = place.reach ?? usualReach
  const where = sql<boolean>`${byRow[wanted]} and ${beyond(place.after)}`
  if (q === '') return listed(tx, sql`public.email_signups s where ${where}`, place)
  const isMatching = matching(q)
  const newest = sql`(select * from public.email_signups s where ${where} order by s.created_at desc, s.id
    limit ${Math.max(near, place.limit)}) s where ${isMatching}`
  const found = await listed(tx, newest, place)
  if (found.length >= place.limit) return found
  // The planner must not choose the index here: only the trigram index may be used.
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(tx)
  const { rows } = await sql<{ id: string; count: number }>`
    with few as materialized (select s.id, s.created_at from public.email_signups s
      where ${isMatching} and ${where} limit ${few + 1})
    select id, (select count(*)::int from few) as count from few
     order by created_at desc, id limit ${place.limit}`.execute(tx)
  await sql`select set_config('enable_seqscan', 'on', true), set_config('enable_indexscan', 'on', true)`.execute(tx)
  if ((rows[0]?.count ?? 0) > few)
    return listed(tx, sql`public.email_signups s where ${where} and ${isMatching}`, place)
  const ids = rows.map(({ id }) => id)
  return listed(tx, sql`public.email_signups s where s.id = any(${ids}::uuid[])`, place)
}

async function listed(tx: Tx, from: RawBuilder<unknown>, { limit }: Place): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select s.id, s.email, ${state} as state, s.source, s.source_name, s.consented_at, ${isImportDate} as imported, s.consent_text,
      s.confirmed_at, s.unsubscribed_at, s.unsubscribe_reason, s.created_at, s.created_at::text || '_' || s.id as cursor
    from (select s.* from ${from} order by s.created_at desc, s.id limit ${limit}) s
    order by s.created_at desc, s.id`.execute(tx)
  return rows
}

/** The number of rows in each state, without the search text; the database maintains the counts. */
export async function countSubscribers(tx: Tx): Promise<SubscriberPage['counts']> {
  const { rows } = await sql<Record<State, number>>`
    select coalesce(sum(subscribed), 0)::int as "on", coalesce(sum(unconfirmed), 0)::int as unconfirmed,
      coalesce(sum(unsubscribed), 0)::int as off from private.signup_counts`.execute(tx)
  const { on, unconfirmed, off } = rows[0] ?? { on: 0, unconfirmed: 0, off: 0 }
  return { all: on + unconfirmed + off, on, unconfirmed, off }
}

function matching(q: string): RawBuilder<boolean> {
  const text = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
  // A trigram index needs three letters.
  return sql`s.email like ${q.length < 3 ? `${text}%` : `%${text}%`}`
}

function beyond(after: string | null): RawBuilder<boolean> {
  if (after === null) return sql`true`
  const [, at, id] = cursorForm.exec(after) ?? []
  if (!at || !isCalendarDay(at.slice(0, 10)) || !z.uuid().safeParse(id).success)
    throw new AppError('bad_request', 'This page of the list doesn’t exist.')
  // The first condition selects the index.
  return sql`s.created_at <= ${at}::timestamptz and (s.created_at < ${at}::timestamptz or s.id > ${id}::uuid)`
}

const columns = [
  'email',
  'state',
  'source',
  'consented_at',
  'consent_text',
  'confirmed_at',
  'unsubscribed_at',
  'unsubscribe_reason',
  'created_at',
] as const satisfies (keyof SubscriberRow)[]

const rowsAtOnce = 1_000

/**
 * The subscribers of a filter as CSV. Rows are read a page at a time as the client reads, so memory holds one page. An
 * error aborts the response, so that the client cannot mistake a part of the list for all of it.
 */
export function exportSubscribers(
  { db, log }: { db: Db; log: Log },
  filter: SubscriberFilter,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: string | null = null
  let isFirst = true
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = db.asService((tx) => findSubscribers(tx, filter, { after, limit: rowsAtOnce }))
      const { subscribers, next } = await page.catch((error: unknown) => {
        // The response has started, so no error handler can change it.
        log.error({ error }, 'the export of the subscribers failed part-way')
        throw error
      })
      const head = isFirst ? byteOrderMark + formatCsv([columns]) : ''
      controller.enqueue(encoder.encode(head + formatCsv(subscribers.map(cellsOf))))
      isFirst = false
      after = next
      if (next === null) controller.close()
    },
  })
}

function cellsOf(subscriber: SubscriberRow): string[] {
  return columns.map((name) => {
    const value = subscriber[name]
    return value instanceof Date ? value.toISOString() : (value ?? '')
  })
}
