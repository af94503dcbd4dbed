import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { countInOutage, peerAnswered, peerFailed } from '../database/outages.ts'
import type { Tables } from '../database/tables.ts'
import { faultPoint } from '../jobs/fault-points.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import { mailAddress } from './address.ts'
import { type Letter, MailRefused, type MailTransport, MailTrouble } from './letter.ts'
import { sendLetterJob } from './outbox.ts'

/** `dueSince` is `next_attempt_at` to the microsecond, which a Date cannot hold. */
type Row = Selectable<Tables['private.outbox']> & { dueSince: string }
type Write = { data: unknown; orderId: string | null; recipient: string }

/**
 * One writer per kind of letter. It may read the database: a letter tells what is true when it leaves. Null: there is
 * nothing to say any more, and the letter is dropped.
 */
export type Letters = Record<string, (write: Write) => Promise<Letter | null>>

export type SendLetterOptions = { db: Db; queue: Queue; transport: MailTransport; letters: Letters; log: Log }

/** A lease is short, so that a killed program's letter soon goes on, and renewed while the letter is on its way. */
const leaseSeconds = 15
const renewEveryMs = 5_000
const pausesMinutes = [1, 5, 15, 60]
const givenUpAfterHours = 72

/**
 * Handles `email.send`. Lease, write, send, mark: at least once, since between the mail server's "taken" and our
 * mark the program may die; the second try carries the same Message-ID, by which most mail programs fold the two.
 */
export function sendLetters(options: SendLetterOptions): (id: string) => Promise<void> {
  const { db, queue, transport, letters, log } = options
  return async (id) => {
    const row = await db.asService((tx) => lease(tx, queue, id))
    if (!row) return
    const renewing = setInterval(() => renew(options, row), renewEveryMs)
    try {
      if (!mailAddress(row.recipient)) throw new MailRefused('This is not an address a letter can be sent to.')
      const write = letters[row.kind]
      if (!write) throw new Error(`Nobody writes letters of the kind ${row.kind}.`)
      const letter = await write({ data: row.data, orderId: row.order_id, recipient: row.recipient })
      if (!letter) {
        await db.asService((tx) => drop(tx, row))
        return
      }
      faultPoint('email.before-send')
      const beganMs = performance.now()
      await transport.send({ letter, recipient: row.recipient, messageId: row.message_id })
      peerAnswered(log, 'mail server', beganMs)
      faultPoint('email.sent')
    } catch (error) {
      if (error instanceof MailTrouble && error.kind === 'unreachable') peerFailed(log, 'mail server', error)
      await db.asService((tx) => putOff(tx, { queue, row, error, log }))
      return
    } finally {
      clearInterval(renewing)
    }
    await db.asService((tx) => markSent(tx, row))
  }
}

/** Takes the letter if it is due. One somebody else holds is looked at again when their lease ends. */
async function lease(tx: Tx, queue: Queue, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update private.outbox
       set state = 'sending', attempts = attempts + 1, leased_until = now() + ${leaseSeconds} * interval '1 second'
     where id = ${id} and (state = 'waiting' and next_attempt_at <= now() or state = 'sending' and leased_until < now())
    returning *, next_attempt_at::text as "dueSince"`.execute(tx)
  if (rows[0]) return rows[0]
  const held = await tx
    .selectFrom('private.outbox')
    .select('leased_until')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (held?.leased_until) await queue.enqueue(tx, sendLetterJob, id, { startAfter: held.leased_until })
  return undefined
}

/** `attempts` is the fence: whoever leased later has another number, and this holder's word counts no more. */
function heldBy(tx: Tx, row: Row) {
  return tx
    .updateTable('private.outbox')
    .where('id', '=', row.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', row.attempts)
}

function renew({ db, log }: SendLetterOptions, row: Row): void {
  const leasedUntil = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`
  db.asService((tx) => heldBy(tx, row).set({ leased_until: leasedUntil }).execute()).catch((error: unknown) =>
    log.warn({ error, letter: row.id }, 'a letter on its way could not keep its lease'),
  )
}

/**
 * Unconditional of who holds it: the letter has left, whatever anybody else believes, and it went where this try sent it,
 * also if the address was corrected meanwhile.
 */
async function markSent(tx: Tx, { id, recipient }: Row): Promise<void> {
  await tx
    .updateTable('private.outbox')
    .set({ state: 'sent', sent_at: sql<Date>`public.shop_now()`, recipient, leased_until: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Asked for once more while it was being written, it waits for another look: what made it empty may be over. */
async function drop(tx: Tx, row: Row): Promise<void> {
  await heldBy(tx, row)
    .set({
      state: sql<string>`case when next_attempt_at = ${row.dueSince}::timestamptz then 'dropped' else 'waiting' end`,
      leased_until: null,
      last_error: null,
    })
    .execute()
}

async function putOff(
  tx: Tx,
  { queue, row, error, log }: { queue: Queue; row: Row; error: unknown; log: Log },
): Promise<void> {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 2000)
  const minutes = pausesMinutes[Math.min(row.attempts, pausesMinutes.length) - 1] ?? 1
  const isFinal = error instanceof MailRefused
  // Corrected while the old address was tried: what was said of that one is said of no other.
  const isCorrected = sql<boolean>`recipient <> ${row.recipient}`
  const put = await heldBy(tx, row)
    .set({
      state: sql<string>`case when not ${isCorrected}
        and (${isFinal} or public.shop_now() - created_at > ${givenUpAfterHours} * interval '1 hour')
        then 'failed' else 'waiting' end`,
      next_attempt_at: sql<Date>`case when ${isCorrected} then now() else now() + ${minutes} * interval '1 minute' end`,
      leased_until: null,
      last_error: said,
    })
    .returning(['state', 'next_attempt_at'])
    .executeTakeFirst()
  if (!put) return
  const about = { ...inLog(error), letter: row.id, kind: row.kind, tries: row.attempts }
  if (put.state === 'failed') {
    log.error(about, 'a letter will never be sent')
    return
  }
  if (!countInOutage(error)) log.warn(about, `a letter was not sent and is tried again in ${minutes} min`)
  await queue.enqueue(tx, sendLetterJob, row.id, { startAfter: put.next_attempt_at })
}

/** Servers repeat the address they refuse, and no line of the log holds one. */
function inLog(error: unknown): { trouble: string; said: string } | { error: unknown } {
  if (!(error instanceof MailTrouble)) return { error }
  return { trouble: error.kind, said: error.message.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)') }
}
