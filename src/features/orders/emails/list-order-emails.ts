import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { noSuchOrder } from '../changes/editable-order.ts'
import { emailTitle } from './email-titles.ts'

export type EmailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'

/** An e-mail of an order, as the owner sees it. */
export type ListedEmail = {
  id: string
  kind: string
  title: string
  recipient: string
  state: EmailState
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
  next_attempt_at: Date
}

const columns = [
  'id',
  'kind',
  'recipient',
  'state',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
  'next_attempt_at',
] as const

/** The e-mails of an order, the newest first. Refuses not_found. */
export async function listOrderEmails(tx: Tx, orderNumber: string): Promise<ListedEmail[]> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) throw noSuchOrder()
  const rows = await tx
    .selectFrom('private.outbox')
    .select(columns)
    .where('order_id', '=', order.id)
    // The digest reports these together.
    .where(sql<boolean>`not data ? 'digest'`)
    .orderBy('created_at', 'desc')
    .orderBy(sql`ctid`, 'desc')
    .execute()
  return rows.map(toListed)
}

export async function getListedEmail(tx: Tx, id: string): Promise<ListedEmail> {
  const row = await tx.selectFrom('private.outbox').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  return toListed(row)
}

function toListed({ kind, state, ...row }: Omit<ListedEmail, 'title' | 'state'> & { state: string }): ListedEmail {
  return { ...row, kind, title: emailTitle(kind), state: state as EmailState }
}
