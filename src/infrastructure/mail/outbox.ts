import { sql } from 'kysely'
import { shop } from '#shop'
import type { Db, Tx } from '../db/db.ts'
import type { Queue } from '../jobs/queue.ts'
import { sweep } from '../jobs/sweep.ts'
import { mailAddress } from './address.ts'

/** The job that sends one letter; its id is the outbox row's. */
export const sendLetterJob = 'mail.send-letter'

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
 * Puts a letter in the outbox, to be sent once `tx` commits. Asked twice for one kind and cause, it leaves once.
 * An address nobody can write to is kept as failed, for the owner to see: it must not stop what caused the letter.
 */
export async function queueLetter(
  tx: Tx,
  queue: Queue,
  { kind, cause, recipient, orderId, data = {} }: NewLetter,
): Promise<'queued' | 'known' | 'unusable'> {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(cause)) throw new Error(`No cause of a letter: ${cause}`)
  const address = mailAddress(recipient)
  const row = await tx
    .insertInto('private.outbox')
    .values({
      kind,
      cause,
      recipient: address ?? recipient,
      order_id: orderId ?? null,
      data: JSON.stringify(data),
      message_id: `<${kind}.${cause}@${shop.email.split('@')[1]}>`,
      ...(!address && { state: 'failed', last_error: 'This is not an address a letter can be sent to.' }),
    })
    .onConflict((conflict) => conflict.constraint('outbox_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return 'known'
  if (!address) return 'unusable'
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
