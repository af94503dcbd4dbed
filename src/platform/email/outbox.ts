import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { type Queue, sweep } from '../jobs/queue.ts'
import { mailAddress } from './address.ts'

/** The job that sends one e-mail; its id is the outbox row's. */
export const sendEmailJob = 'email.send'

type NewEmail = {
  /** A key of the templates of `sendEmails`. */
  kind: string
  /** The business key within the kind, such as the order's id: letters, digits, dots, dashes, underscores. */
  cause: string
  recipient: string
  orderId?: string
  /** Data that the template cannot read from the database when the e-mail is sent. */
  data?: Record<string, unknown>
  /** How long it can still be dropped, by an undo. */
  waitSeconds?: number
}

/**
 * Writes an e-mail to the outbox; it is sent after `tx` commits. A second call for one kind and cause changes nothing,
 * except that an e-mail that was dropped because its template had no content waits again. An unusable address is stored
 * as failed, where the owner sees it, and does not stop the caller.
 */
export async function queueEmail(
  tx: Tx,
  queue: Queue,
  { kind, cause, recipient, orderId, data = {}, waitSeconds = 0 }: NewEmail,
): Promise<'queued' | 'known' | 'unusable'> {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(cause)) throw new Error(`Unknown cause of an e-mail: ${cause}`)
  const address = mailAddress(recipient)
  // Later than any time before, by which a worker that is dropping this e-mail sees that there is a new reason to send it.
  const { rows } = await sql<{ id: string | null; state: string | null }>`
    select id, state from private.queue_email(${kind}, ${cause}, ${address ?? recipient}, ${JSON.stringify(data)}::jsonb,
      ${orderId ?? null}, clock_timestamp() + ${waitSeconds} * interval '1 second', ${address ? null : 'This address can’t receive e-mail.'})`.execute(
    tx,
  )
  const row = rows[0]
  if (!row?.id || row.state === 'sending') return 'known'
  if (row.state === 'failed') return 'unusable'
  // One that waits is found by the sweep.
  if (waitSeconds === 0) await queue.enqueue(tx, sendEmailJob, row.id)
  return 'queued'
}

/** Drops the waiting e-mails of an `orderId`, of one kind or of all. */
export async function dropWaitingEmails(tx: Tx, orderId: string, kind?: string): Promise<void> {
  await tx
    .updateTable('private.outbox')
    .set({ state: 'dropped' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .$if(kind !== undefined, (waiting) => waiting.where('kind', '=', kind as string))
    .execute()
}

/** Queues e-mails that are due and have no job: those of triggers, and those of a process that was killed. */
export function sweepOutbox({ db, queue, everySeconds = 15 }: { db: Db; queue: Queue; everySeconds?: number }) {
  return sweep({ db, queue, name: sendEmailJob, everySeconds, unfinished: listDueEmails })
}

async function listDueEmails(tx: Tx): Promise<string[]> {
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
