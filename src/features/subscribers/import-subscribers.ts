import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { readAddresses, refuseFileName } from './read-addresses.ts'
import type { Imported, ImportRequest } from './subscribers.contract.ts'

const rowsAtOnce = 1_000

/**
 * Adds addresses from another list, with the consent text that the owner enters, and its date if the file has one. An
 * import changes no consent, but a row of an earlier import whose person left the other list is taken off this one.
 * It commits a thousand rows per transaction, so an interrupted import can be repeated.
 */
export async function addFromList(
  db: Db,
  { csv, file_name, columns: answers, consent_text, source }: ImportRequest,
): Promise<Imported> {
  refuseFileName(file_name)
  const { lines, ignored, columns, addresses, left, agreedAt, leftAt, repeated, invalid } = await readAddresses(
    csv,
    answers,
  )
  const entries = addresses.length + left.length + repeated + invalid.length
  const slug = slugOf(source)
  const done: Imported = {
    ...{ lines, entries, added: 0, already: repeated, repeated, said_no: left.length, unsubscribed_earlier: 0 },
    ...{ invalid, ignored },
    columns: columns.flatMap(({ at, heading, means }) => (means ? [{ at, heading, means }] : [])),
  }
  for (const some of inThousands(left)) {
    const kept = await db.asService((tx) => storeObjections(tx, some, leftAt))
    done.said_no -= kept
    done.already += kept
  }
  for (const some of inThousands(addresses)) {
    const { added, objected } = await db.asService((tx) => add(tx, some, { agreedAt, consent_text, source, slug }))
    done.added += added
    done.said_no += objected
    done.unsubscribed_earlier += objected
    done.already += some.length - added - objected
  }
  return done
}

async function add(
  tx: Tx,
  emails: string[],
  {
    agreedAt,
    consent_text,
    source,
    slug,
  }: { agreedAt: Map<string, Date>; consent_text: string; source: string; slug: string },
): Promise<{ added: number; objected: number }> {
  const days = emails.map((email) => agreedAt.get(email)?.toISOString() ?? null)
  // A date of today counts as its noon; a consent date in the future is ignored.
  const { rows } = await sql<{ added: number; objected: number }>`
    with given as (select listed.email, listed.day, exists (select from private.suppressions
        where address_hash = private.address_hash(listed.email)) as is_refused
      from unnest(${emails}::text[], ${days}::timestamptz[]) as listed (email, day)),
    now as materialized (select public.shop_now() as at),
    added as (insert into public.email_signups (email, source, source_name, consent_text, created_at, consented_at, confirmed_at)
      select email, ${slug}, ${source}, ${consent_text}, at,
          case when day <= at + interval '12 hours' then least(day, at) else at end, at
        from given, now where not is_refused
      on conflict (email) do nothing returning email)
    select (select count(*)::int from added) as added, count(*)::int as objected
      from given where (is_refused or exists (select from public.email_signups s
        where s.email = given.email and s.unsubscribed_at is not null))`.execute(tx)
  return rows[0] ?? { added: 0, objected: 0 }
}

/**
 * Unsubscribed in the imported list counts as an objection, unless the person consented in this shop and the file has no
 * later day. Returns the number of those, who stay on the list.
 */
async function storeObjections(tx: Tx, emails: string[], leftAt: Map<string, Date>): Promise<number> {
  const days = emails.map((email) => leftAt.get(email)?.toISOString() ?? null)
  const { rows } = await sql<{ kept: number }>`
    with given as (select listed.email, exists (select from public.email_signups s
          join private.consent_log l on l.signup_id = s.id and l.event in ('signed_up', 'confirmed', 'resumed')
        where s.email = listed.email and s.confirmed_at is not null and s.unsubscribed_at is null
          and (listed.day is null or listed.day <= l.at)) as is_kept
      from unnest(${emails}::text[], ${days}::timestamptz[]) as listed (email, day)),
    stored as (insert into private.suppressions (address_hash, reason)
      select private.address_hash(email) as hash, 'unsubscribed' from given where not is_kept order by hash
      on conflict (address_hash) do nothing)
    select count(*)::int as kept from given where is_kept`.execute(tx)
  return rows[0]?.kept ?? 0
}

/** The column `source` has 'market-stall-may-2026' of 'Market stall, May 2026'. */
function slugOf(source: string): string {
  const name = source
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9/_]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, 60)
  if (name === '') throw new AppError('bad_request', 'Please say in words where these addresses come from.')
  return name
}

/** In a fixed order, independent of the file: two imports of the same addresses would deadlock otherwise. */
function* inThousands(all: string[]): Generator<string[]> {
  const sorted = all.toSorted()
  for (let from = 0; from < sorted.length; from += rowsAtOnce) yield sorted.slice(from, from + rowsAtOnce)
}
