import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { Queue } from '../jobs/queue.ts'
import { sweep } from '../jobs/sweep.ts'
import { mailAddress } from './address.ts'

/** The job that sends one letter; its id is the outbox row's. */
export const sendLetterJob = 'email.send'

export type NewLetter = {
  /** Which letter: a key of the registry `sendLetters` is given. */
  kind: string
  /** The business key within the kind, such as the order's id: letters, digits, dots, dashes, underscores. */
  cause: string
  recipient: string
  orderId?: string
  /** What the letter cannot read anew when it leaves. */
  data?: Record<string, unknown>
}

/**
 * Puts a letter in the outbox, to be sent once `tx` commits. Asked twice for one kind and cause, it leaves once; one that
 * was dropped, since there was nothing to say, waits anew. An address nobody can write to is kept as failed, for the owner
 * to see: it must not stop what caused the letter. For triggers, `private.queue_email` does the same.
 */
export async function queueLetter(
  tx: Tx,
  queue: Queue,
  { kind, cause, recipient, orderId, data = {} }: NewLetter,
): Promise<'queued' | 'known' | 'unusable'> {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(cause)) throw new Error(`No cause of a letter: ${cause}`)
  const address = mailAddress(recipient)
  const dropped = sql`outbox.state = 'dropped'`
  const { rows } = await sql<{ id: string; state: string }>`
    insert into private.outbox (kind, cause, recipient, order_id, data, message_id, state, last_error)
    values (${kind}, ${cause}, ${address ?? recipient}, ${orderId ?? null}, ${JSON.stringify(data)},
      '<' || ${kind}::text || '.' || ${cause}::text || '@' || (select mail_domain from private.email_settings) || '>', ${address ? 'waiting' : 'failed'},
      ${address ? null : 'This is not an address a letter can be sent to.'})
    on conflict on constraint outbox_kind_cause_key do update set
      -- Tells whoever is just finding nothing to say that somebody thinks there is.
      next_attempt_at = clock_timestamp(),
      state = case when ${dropped} then excluded.state else outbox.state end,
      recipient = case when ${dropped} then excluded.recipient else outbox.recipient end,
      data = case when ${dropped} then excluded.data else outbox.data end,
      created_at = case when ${dropped} then excluded.created_at else outbox.created_at end,
      last_error = excluded.last_error
      where outbox.state in ('dropped', 'sending')
    returning id, state`.execute(tx)
  const row = rows[0]
  if (!row || row.state === 'sending') return 'known'
  if (row.state === 'failed') return 'unusable'
  await queue.enqueue(tx, sendLetterJob, row.id)
  return 'queued'
}

/** Letters that are due and that no job seems to care for: also those a trigger wrote, or a killed program left. */
export function sweepOutbox({ db, queue, everySeconds = 15 }: { db: Db; queue: Queue; everySeconds?: number }) {
  return sweep({ db, queue, name: sendLetterJob, everySeconds, unfinished: dueLetters })
}

async function dueLetters(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('private.outbox')
    .select('id')
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'waiting'), row('next_attempt_at', '<=', sql<Date>`now()`)]),
        row.and([row('state', '=', 'sending'), row('leased_until', '<', sql<Date>`now()`)]),
      ]),
    )
    .orderBy('next_attempt_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}
