import { type Selectable, sql } from 'kysely'
import { replaceAddresses } from '#platform/text/kept-text.ts'
import type { Db, Tx } from '../database/db.ts'
import { countInOutage, peerAnswered, peerFailed } from '../database/outages.ts'
import type { Tables } from '../database/tables.ts'
import { faultPoint } from '../jobs/fault-points.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import { mailAddress } from './address.ts'
import { type Email, EmailError, EmailRejected, type EmailTransport } from './email.ts'
import { sendEmailJob } from './outbox.ts'

/** `dueSince` is `next_attempt_at` to the microsecond, which a Date cannot hold. */
type Row = Selectable<Tables['private.outbox']> & { dueSince: string }
type Write = { data: unknown; orderId: string | null; recipient: string }

/**
 * One template for each kind of e-mail. It may read the database, so that the e-mail says what is true when it is sent.
 * Null drops the e-mail, when it has no content any more.
 */
export type EmailTemplates = Record<string, (write: Write) => Promise<Email | null>>

type SendEmailsDeps = { db: Db; queue: Queue; transport: EmailTransport; templates: EmailTemplates; log: Log }

/** The lease is short, so that another process soon sends the e-mails of a killed one; it is renewed while sending. */
const leaseSeconds = 15
const renewEveryMs = 5_000
const pausesMinutes = [1, 5, 15, 60]
const givenUpAfterHours = 72

/**
 * Handles `email.send`: lease, write, send, mark. It sends at least once, because the process may end between the
 * server's response and the mark; the second try has the same Message-ID, by which most clients show the two as one.
 */
export function sendEmails(options: SendEmailsDeps): (id: string) => Promise<void> {
  const { db, queue, transport, templates, log } = options
  return async (id) => {
    const row = await db.asService((tx) => lease(tx, queue, id))
    if (!row) return
    const renewing = setInterval(() => renew(options, row), renewEveryMs)
    try {
      if (!mailAddress(row.recipient)) throw new EmailRejected('This address can’t receive e-mail.')
      const write = templates[row.kind]
      if (!write) throw new Error(`No e-mail template for the kind ${row.kind}.`)
      const email = await write({ data: row.data, orderId: row.order_id, recipient: row.recipient })
      if (!email) {
        await db.asService((tx) => drop(tx, row))
        return
      }
      if (!(await isStillFor(db, row))) throw new Error('The address was corrected while the e-mail was written.')
      faultPoint('email.before-send')
      const startedMs = performance.now()
      await transport.send({ email, recipient: row.recipient, messageId: row.message_id })
      peerAnswered(log, 'mail server', startedMs)
      faultPoint('email.sent')
    } catch (error) {
      if (error instanceof EmailError && error.kind === 'unreachable') peerFailed(log, 'mail server', error)
      await db.asService((tx) => postpone(tx, { queue, row, error, log }))
      return
    } finally {
      clearInterval(renewing)
    }
    await db.asService((tx) => markSent(tx, row))
  }
}

/** Leases the e-mail if it is due. One that another worker has leased is queued for the end of that lease. */
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
  if (held?.leased_until) await queue.enqueue(tx, sendEmailJob, id, { startAfter: held.leased_until })
  return undefined
}

/**
 * Whether the e-mail's address is still the one of this try. Checked after the text is written: a text with what is only
 * for the corrected address, such as a new link, is not sent to the old one.
 */
async function isStillFor(db: Db, { id, recipient }: Row): Promise<boolean> {
  const row = await db.asService((tx) =>
    tx.selectFrom('private.outbox').select('recipient').where('id', '=', id).executeTakeFirst(),
  )
  return row?.recipient === recipient
}

/** `attempts` is the fencing token: a later lease has a higher number, and this one's updates then match no row. */
function heldBy(tx: Tx, row: Row) {
  return tx
    .updateTable('private.outbox')
    .where('id', '=', row.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', row.attempts)
}

function renew({ db, log }: SendEmailsDeps, row: Row): void {
  const leasedUntil = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`
  db.asService((tx) => heldBy(tx, row).set({ leased_until: leasedUntil }).execute()).catch((error: unknown) =>
    log.warn({ error, email: row.id }, 'the lease of an e-mail could not be renewed'),
  )
}

/**
 * Marks the e-mail as sent, whichever worker has the lease now: it was sent, and to the recipient of this try, also
 * when the address was corrected meanwhile.
 */
async function markSent(tx: Tx, { id, recipient }: Row): Promise<void> {
  await tx
    .updateTable('private.outbox')
    .set({ state: 'sent', sent_at: sql<Date>`public.shop_now()`, recipient, leased_until: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Drops an e-mail without content, unless it was queued again while the template ran: then it waits for another run.
 */
async function drop(tx: Tx, row: Row): Promise<void> {
  await heldBy(tx, row)
    .set({
      state: sql<string>`case when next_attempt_at = ${row.dueSince}::timestamptz then 'dropped' else 'waiting' end`,
      leased_until: null,
      last_error: null,
    })
    .execute()
}

async function postpone(
  tx: Tx,
  { queue, row, error, log }: { queue: Queue; row: Row; error: unknown; log: Log },
): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2000)
  const minutes = pausesMinutes[Math.min(row.attempts, pausesMinutes.length) - 1] ?? 1
  const isFinal = error instanceof EmailRejected
  // The owner corrected the address during this try: the error is about the old one.
  const isCorrected = sql<boolean>`recipient <> ${row.recipient}`
  const postponed = await heldBy(tx, row)
    .set({
      state: sql<string>`case when not ${isCorrected}
        and (${isFinal} or public.shop_now() - created_at > ${givenUpAfterHours} * interval '1 hour')
        then 'failed' else 'waiting' end`,
      next_attempt_at: sql<Date>`case when ${isCorrected} then now() else now() + ${minutes} * interval '1 minute' end`,
      leased_until: null,
      last_error: message,
    })
    .returning(['state', 'next_attempt_at'])
    .executeTakeFirst()
  if (!postponed) return
  const details = { ...withoutAddresses(error), email: row.id, kind: row.kind, tries: row.attempts }
  if (postponed.state === 'failed') {
    log.error(details, 'an e-mail will never be sent')
    return
  }
  if (!countInOutage(error)) log.warn(details, `an e-mail was not sent and is tried again in ${minutes} min`)
  await queue.enqueue(tx, sendEmailJob, row.id, { startAfter: postponed.next_attempt_at })
}

/** Servers repeat the address they refuse; the log must hold no address. */
function withoutAddresses(error: unknown): { problem: string; message: string } | { error: unknown } {
  if (!(error instanceof EmailError)) return { error }
  return { problem: error.kind, message: replaceAddresses(error.message, '(address)') }
}
