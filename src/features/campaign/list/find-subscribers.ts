import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#infrastructure/db/db.ts'
import { Refusal } from '#infrastructure/refusal.ts'

const states = ['all', 'on', 'unconfirmed', 'off'] as const

/** `on`: may be written to; `unconfirmed`: has not yet said by the letter that it was she; `off`: said no, or somebody said it for her. */
export type State = Exclude<(typeof states)[number], 'all'>

export const SubscriberQuery = z.object({
  // PostgreSQL knows no text with a zero in it.
  q: z
    .string()
    .max(254)
    .default('')
    .transform((text) => text.replaceAll('\0', '').trim()),
  state: z.enum(states).default('all'),
})
export type SubscriberFilter = z.output<typeof SubscriberQuery>

export type Subscriber = {
  id: string
  email: string
  state: State
  source: string
  consented_at: Date
  /** She came by a file that does not say when she agreed: `consented_at` is when it was brought. */
  imported: boolean
  consent_text: string
  confirmed_at: Date | null
  unsubscribed_at: Date | null
  unsubscribe_reason: string | null
  created_at: Date
}

/** Whether the day of her yes (of `s`) is the import's own, since the file named none. */
export const agreedByImport = sql<boolean>`(s.consented_at = s.created_at and exists (select from private.consent_log l
  where l.signup_id = s.id and l.event = 'imported'))`

// As `private.may_be_written_to` has it, by a join: called for each row, it takes ten times as long.
const signups = sql`public.email_signups s
  left join private.suppressions n on n.address_hash = private.address_hash(s.email)`
const state = sql`case
  when s.unsubscribed_at is null and s.confirmed_at is null then 'unconfirmed'
  when s.unsubscribed_at is null and n.address_hash is null then 'on'
  else 'off' end`

const cursorForm = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)_([0-9a-f-]{36})$/

/**
 * One page of the list, the newest first, and the cursor of the next or null. `after`: a cursor this gave. `q` is looked
 * for in the address as it stands, without wildcards. Refuses bad_request for a cursor of anybody else's making.
 */
export async function findSubscribers(
  tx: Tx,
  filter: SubscriberFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ subscribers: Subscriber[]; next: string | null }> {
  const { rows } = await sql<Subscriber & { cursor: string }>`
    select s.id, s.email, ${state} as state, s.source, s.consented_at, ${agreedByImport} as imported, s.consent_text, s.confirmed_at,
      s.unsubscribed_at, s.unsubscribe_reason, s.created_at, s.created_at::text || '_' || s.id as cursor
    from ${signups}
    where ${matching(filter.q)} and (${filter.state} = 'all' or ${state} = ${filter.state}) and ${beyond(after)}
    order by s.created_at desc, s.id limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  return {
    subscribers: page.map(({ cursor: _, ...subscriber }) => subscriber),
    next: rows.length > limit ? (page.at(-1)?.cursor ?? null) : null,
  }
}

/** How many there are of each state, whatever is searched for. */
export async function countSubscribers(tx: Tx): Promise<Record<State | 'all', number>> {
  const { rows } = await sql<{ state: State; count: number }>`
    select ${state} as state, count(*)::int as count from ${signups} group by 1`.execute(tx)
  const counts = { all: 0, on: 0, unconfirmed: 0, off: 0 }
  for (const { state, count } of rows) {
    counts[state] = count
    counts.all += count
  }
  return counts
}

function matching(q: string): RawBuilder<boolean> {
  if (q === '') return sql`true`
  return sql`s.email like ${`%${q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`
}

function beyond(after: string | null): RawBuilder<boolean> {
  if (after === null) return sql`true`
  const [, at, id] = cursorForm.exec(after) ?? []
  if (
    !at ||
    !id ||
    !z.uuid().safeParse(id).success ||
    Number.isNaN(Date.parse(at.replace(' ', 'T').replace(/\+00$/, 'Z')))
  )
    throw new Refusal('bad_request', 'There is no such place in the list.')
  // The first condition is what the index goes by.
  return sql`s.created_at <= ${at}::timestamptz and (s.created_at < ${at}::timestamptz or s.id > ${id}::uuid)`
}
