import { sql } from 'kysely'
import { readOrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { Message, orderHint } from './contact-emails.ts'
import { findBlank } from './fill-reply.ts'
import { subjectOf } from './topics.ts'

const mostListed = 200

/** A message of the contact form, as the owner sees it. */
export type OwnerMessage = {
  id: string
  at: string
  topic: string
  name: string
  email: string
  message: string
  /** The order that it names, and whether that is the writer's. */
  order: { number: string; hint: string; exists: boolean } | null
  /** An order of the writer's address, by which the customer's page is found; null for a stranger. */
  customer: string | null
  /** The order number for a reply: the one it names, if that is the writer's; else the last of the writer's address; else the one it names. */
  reply_order: string | null
  /** The e-mail to the owner could not be sent. */
  is_undelivered: boolean
  answer: { at: Date; reply: string | null; can_undo: boolean; has_failed: boolean } | null
}

type Row = {
  id: string
  data: unknown
  state: string
  answered_at: Date | null
  reply: string | null
  reply_state: string | null
  named_email: string | null
  named: string | null
  latest: string | null
}

/** Those without an answer first, each group newest first. */
export async function listOwnerMessages(tx: Tx): Promise<{ messages: OwnerMessage[]; open: number }> {
  const { rows: kept } = await sql<{ id: string; number: string | null; is_open: boolean }>`
    select w.id, w.data ->> 'orderNumber' as number, a.message_id is null as is_open
    from private.outbox w left join private.contact_answers a on a.message_id = w.id
    where w.kind = 'contact_message' order by a.message_id is not null, w.created_at desc, w.id`.execute(tx)
  const listed = kept.slice(0, mostListed)
  const ids = listed.map(({ id }) => id)
  const numbers = listed.map(({ number }) => number && readOrderNumber(number))
  const { rows } = await sql<Row>`
    select w.id, w.data, w.state, a.answered_at, a.reply, r.state as reply_state, o.order_number as named,
      o.customer_email as named_email, (
        select c.order_number from public.pre_orders c where c.order_view <> 'unpaid' and c.id in (
          select id from public.pre_orders where user_id is null and lower(customer_email) = lower(w.data ->> 'email')
          union all select p.id from public.pre_orders p join auth.users u on u.id = p.user_id where u.email = lower(w.data ->> 'email'))
        order by c.created_at desc limit 1) as latest
    from unnest(${ids}::uuid[], ${numbers}::text[]) with ordinality as l (id, number, place)
    join private.outbox w on w.id = l.id
    left join private.contact_answers a on a.message_id = w.id
    left join private.outbox r on r.id = a.email_id
    left join public.pre_orders o on o.order_number = l.number
    order by l.place`.execute(tx)
  return { messages: rows.map(toMessage), open: kept.filter(({ is_open }) => is_open).length }
}

/** How many messages have no answer. */
export async function countOpenMessages(tx: Tx): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from private.outbox w
     where w.kind = 'contact_message' and not exists (select from private.contact_answers a where a.message_id = w.id)`.execute(
    tx,
  )
  return rows[0]?.open ?? 0
}

function toMessage({
  id,
  data,
  state,
  answered_at,
  reply,
  reply_state,
  named,
  named_email,
  latest,
}: Row): OwnerMessage {
  const { topic, at, name, email, message, orderNumber } = Message.parse(data)
  const order = named === null ? null : { customer_email: named_email }
  const hint = orderNumber === null ? null : orderHint({ typed: orderNumber, order, email })
  return {
    id,
    at,
    topic: subjectOf(topic),
    name,
    email,
    message,
    order: hint && { number: hint.number, hint: hint.hint, exists: named !== null },
    customer: latest,
    reply_order: hint?.is_hers ? hint.number : (latest ?? named),
    is_undelivered: state === 'failed',
    answer: answered_at && {
      at: answered_at,
      reply,
      can_undo: reply === null || reply_state === 'waiting',
      has_failed: reply_state === 'failed',
    },
  }
}

type Answer = { id: string; reply?: string | undefined; userId: string }

/**
 * Marks a message as answered, by an e-mail that leaves in a minute where there is a reply. Refuses not_found; conflict
 * for an answered one; bad_request for a reply that is empty or has a blank to fill in.
 */
export async function answerOwnerMessage(tx: Tx, { id, reply, userId }: Answer): Promise<void> {
  const message = Message.parse(await lockMessage(tx, id))
  if (await findAnswer(tx, id)) throw new AppError('conflict', 'This message has already been answered.')
  const blank = reply === undefined ? null : findBlank(reply)
  if (reply === '') throw fieldError('reply', 'Please write your reply.')
  if (blank) throw fieldError('reply', `Please fill in ${blank} before you send it.`)
  const emailId = reply === undefined ? null : await queueReply(tx, { id, message, reply })
  await tx
    .insertInto('private.contact_answers')
    .values({ message_id: id, reply: reply ?? null, email_id: emailId, answered_by: userId })
    .execute()
}

type QueuedReply = { id: string; message: ReturnType<typeof Message.parse>; reply: string }

/** The reply waits for a minute, in which it can be taken back; the sweep of the outbox sends it. */
async function queueReply(tx: Tx, { id, message, reply }: QueuedReply): Promise<string> {
  const { topic, at, email, orderNumber } = message
  const data = { topic, at, orderNumber: orderNumber && readOrderNumber(orderNumber), reply }
  const { rows } = await sql<{ id: string }>`
    select id from private.queue_email('contact_reply', ${id}, ${email}, ${JSON.stringify(data)}::jsonb, null,
      now() + interval '1 minute')`.execute(tx)
  const [queued] = rows
  if (!queued?.id) throw new AppError('conflict', 'This reply has already been sent.')
  return queued.id
}

/** Refuses not_found; conflict where there is no answer, or its e-mail has left. */
export async function reopenOwnerMessage(tx: Tx, id: string): Promise<string | null> {
  await lockMessage(tx, id)
  const answer = await findAnswer(tx, id)
  if (!answer) throw new AppError('conflict', 'This message is not answered yet.')
  if (answer.email_id !== null) {
    const { numUpdatedRows } = await tx
      .updateTable('private.outbox')
      .set({ state: 'dropped' })
      .where('id', '=', answer.email_id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      throw new AppError('conflict', 'Your reply has already been sent, so it can’t be taken back.')
  }
  await tx.deleteFrom('private.contact_answers').where('message_id', '=', id).execute()
  return answer.reply
}

async function lockMessage(tx: Tx, id: string): Promise<unknown> {
  const row = await tx
    .selectFrom('private.outbox')
    .select('data')
    .where('id', '=', id)
    .where('kind', '=', 'contact_message')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This message is no longer kept here. It is in your mailbox.')
  return row.data
}

function findAnswer(tx: Tx, id: string) {
  return tx
    .selectFrom('private.contact_answers')
    .select(['email_id', 'reply'])
    .where('message_id', '=', id)
    .executeTakeFirst()
}
