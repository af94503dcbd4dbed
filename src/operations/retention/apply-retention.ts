import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { forgetRecipients } from '#features/campaigns/audience.ts'
import { forgetCustomerNotes, toCustomerKey } from '#features/orders/customers/customer-notes.ts'
import { isNoted } from '#features/orders/order-notes.ts'
import { retentionOf } from '#features/settings/read-shop-settings.ts'
import type { Retention } from '#features/settings/shop-settings.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { readSettingValues } from '#platform/settings.ts'
import { shop } from '#shop'
import {
  deleteUnpaidCheckouts,
  emptied,
  eraseFinishedOrders,
  eraseOrderDetails,
  isToCustomer,
  redactOrderAudit,
} from '../customer-data/erase-account.ts'

/**
 * One batch: handles at most `most` rows, the oldest first, and returns how many. Rows that are locked wait for the
 * next run.
 */
export type RetentionRule = (tx: Tx, most: number, kept: Retention) => Promise<number>

const ago = (amount: number, unit: 'day' | 'month' | 'year') =>
  sql`public.shop_now() - ${amount} * ${sql.lit(`1 ${unit}`)}::interval`

/** What is deleted or emptied, and after how long. docs/assurance/retention.md says why, and has every table. */
export const retentionRules: Record<string, RetentionRule> = {
  'unpaid checkouts': (tx, most, { checkoutDays }) =>
    // Each order takes its lines and several checks with it.
    deleteUnpaidCheckouts(tx, sql<boolean>`o.created_at < ${ago(checkoutDays, 'day')}`, Math.ceil(most / 4)),

  'customers of old orders': (tx, most) => forgetOrders(tx, Math.ceil(most / 4)),

  'orders of erased customers': (tx, most) => eraseFinishedOrders(tx, Math.ceil(most / 4)),

  'recipients of order e-mails': (tx, most, { emailMonths }) =>
    affected(
      tx,
      sql`update private.outbox o set ${emptied} where o.id in (
        select o.id from private.outbox o
         where o.recipient <> '' and o.created_at < ${ago(emailMonths, 'month')} and o.order_id is not null
           and o.state in ('sent', 'dropped') and ${isToCustomer}
         order by o.created_at limit ${most} for update skip locked)`,
    ),

  'other e-mails': (tx, most, { emailMonths }) =>
    affected(
      tx,
      sql`delete from private.outbox where id in (
        select o.id from private.outbox o
         where o.recipient <> '' and o.created_at < ${ago(emailMonths, 'month')} and o.order_id is null
           and o.state in ('sent', 'dropped') and ${isToCustomer}
         order by o.created_at limit ${most} for update skip locked)`,
    ),

  'orders of a former shop': (tx, most) =>
    affected(
      tx,
      sql`delete from private.earlier_orders where (source, number) in (
        select source, number from private.earlier_orders where bought_on < (private.tax_records_since() at time zone ${shop.timeZone})::date
         order by bought_on limit ${most} for update skip locked)`,
    ),

  // A guest's address that was corrected, or whose orders are deleted: no page finds the note any more.
  'notes on former customers': (tx, most) =>
    affected(
      tx,
      sql`delete from private.customer_notes where id in (
        select n.id from private.customer_notes n
         where n.email is not null and n.updated_at < ${ago(30, 'day')}
           and not exists (select from public.pre_orders o where o.user_id is null and lower(o.customer_email) = n.email)
           and not exists (select from auth.users u where lower(u.email) = n.email)
         order by n.id limit ${most} for update skip locked)`,
    ),

  'ended invitations': (tx, most) =>
    affected(
      tx,
      sql`delete from private.invitations where user_id in (
        select user_id from private.invitations where expires_at < ${ago(30, 'day')} limit ${most} for update skip locked)`,
    ),

  // One per kind and cause for ever: kept as long as a difference that causes them.
  'e-mails to the owner': (tx, most) =>
    affected(
      tx,
      sql`delete from private.outbox where id in (
        select o.id from private.outbox o
         where o.recipient <> '' and o.created_at < private.tax_records_since() and o.order_id is null
           and o.state in ('sent', 'dropped') and not ${isToCustomer}
         order by o.created_at limit ${most} for update skip locked)`,
    ),

  'e-mails of a rehearsal': (tx, most) =>
    affected(
      tx,
      sql`delete from private.mailbox where id in (
        select id from private.mailbox where received_at < now() - interval '90 days'
         order by id limit ${most} for update skip locked)`,
    ),

  // The address may belong to someone who never signed up. Its e-mailed link has expired long ago.
  'accounts that were never confirmed': (tx, most) =>
    affected(
      tx,
      sql`delete from auth.users where id in (
        select u.id from auth.users u
         where u.created_at < ${ago(30, 'day')} and u.email_confirmed_at is null and u.phone_confirmed_at is null
           and (u.last_sign_in_at is null or u.last_sign_in_at < ${ago(1, 'year')}) and u.deleted_at is null and u.banned_until is null
           and not exists (select from public.user_roles r where r.user_id = u.id)
           and not exists (select from public.pre_orders o where o.user_id = u.id)
           and not exists (select from auth.sessions s where s.user_id = u.id)
           and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email')
         order by u.created_at limit ${most} for update skip locked)`,
    ),

  'recipients of campaigns': forgetRecipients,

  'payment events': (tx, most) =>
    affected(
      tx,
      sql`delete from private.payment_events where id in (
        select id from private.payment_events where received_at < ${ago(2, 'year')} limit ${most} for update skip locked)`,
    ),

  reconciliations: (tx, most) =>
    affected(
      tx,
      sql`delete from private.reconciliation_runs where id in (
        select id from private.reconciliation_runs
         where finished_at < ${ago(90, 'day')}
           and id <> (select id from private.reconciliation_runs order by started_at desc limit 1)
         order by started_at limit ${most} for update skip locked)`,
    ),

  'settled differences': (tx, most) =>
    affected(
      tx,
      sql`delete from private.payment_discrepancies where id in (
        select id from private.payment_discrepancies
         where resolved_at < private.tax_records_since() and found_at < private.tax_records_since()
         order by resolved_at limit ${most} for update skip locked)`,
    ),

  'refused attacks': (tx, most) =>
    affected(
      tx,
      sql`delete from private.security_events where (day, kind) in (
        select day, kind from private.security_events where day < current_date - 730 limit ${most} for update skip locked)`,
    ),

  'the log of changes': (tx, most, { changeYears }) =>
    called(tx, sql`private.forget_audit_log(${ago(changeYears, 'year')}, ${most})`),
  'the log of changes to orders': (tx, most) => called(tx, sql`private.forget_order_audit(${most})`),
  'network addresses in the log of changes': (tx, most) => called(tx, sql`private.forget_audit_networks(${most})`),
  'the log of sign-ins': (tx, most) => called(tx, sql`auth.forget_sign_in_log(${most})`),
}

async function affected(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(tx)
  return Number(numAffectedRows ?? 0)
}

async function called(tx: Tx, call: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${call} as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Removes the customer from orders that tax law no longer requires, with everything that was written to or about them.
 * Numbers stay: garments, amounts, country, dates. Left out are orders that still owe something, and those with a
 * refund or a dispute within the years that must be kept. At most `most`; returns how many.
 */
async function forgetOrders(tx: Tx, most: number): Promise<number> {
  const since = sql`private.tax_records_since()`
  const { rows } = await sql<{ id: string; user_id: string | null; email: string | null }>`
    select o.id, o.user_id, lower(o.customer_email) as email from public.pre_orders o
     where coalesce(o.customer_email, o.customer_name) is not null and coalesce(o.paid_at, o.created_at) < ${since}
       and o.order_view in ('shipped', 'cancelled', 'unpaid') and not ${isNoted('o.id')}
       and not exists (select from private.refunds r where r.order_id = o.id
         and (coalesce(r.settled_at, r.requested_at) >= ${since} or r.state in ('requested', 'pending')))
       and not exists (select from private.disputes d where d.order_id = o.id and (d.opened_at >= ${since}
         or d.status in ('warning', 'needs_response', 'under_review')))
       and not exists (select from private.returns t where t.order_id = o.id and (t.settled_at is null or t.settled_at >= ${since}))
     order by coalesce(o.paid_at, o.created_at) limit ${most} for update of o skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await eraseOrderDetails(tx, ids, 'Erased after the years of record.')
  await sql`update public.pre_orders set customer_name = null, customer_email = null, customer_phone = null,
      shipping_address = null, shipping_city = null, shipping_postcode = null, notes = null, tracking_number = null,
      payment_session_url = null, cart_id = null, cart_fingerprint = null, user_id = null
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update private.parcels set tracking_number = null where order_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from private.work_before_pending where order_id = any(${ids}::uuid[])`.execute(tx)
  // Without a customer no change of the order can cause an e-mail, so the rows that prevent a second one are of no use.
  await sql`delete from private.outbox where order_id = any(${ids}::uuid[])`.execute(tx)
  await redactOrderAudit(tx, ids)
  await forgetCustomerNotes(tx, rows.flatMap(toCustomerKey))
  return ids.length
}

type RetentionDeps = { db: Db; log: Log; stopping?: AbortSignal }

type RetentionOptions = {
  /** Rows in a transaction: few enough that it ends within the limit of a statement. */
  most?: number
  /** The time after which the rest is left to the next run. */
  budgetMs?: number
  rules?: Record<string, RetentionRule>
}

/** Between two batches, so that purchases have the disk in between. */
const pauseMs = 50

/**
 * Deletes and empties what the shop no longer needs, in small transactions, and logs how much. A batch that is killed
 * or fails is done by the next run; two runs at once share the work. Returns the rows of each rule that handled some.
 */
export async function applyRetention(
  { db, log, stopping }: RetentionDeps,
  { most = 1_000, budgetMs = 120_000, rules = retentionRules }: RetentionOptions = {},
): Promise<Record<string, number>> {
  const endMs = performance.now() + budgetMs
  const isOver = () => stopping?.aborted || performance.now() >= endMs
  const kept = retentionOf(await db.asService((tx) => readSettingValues(tx, 'retention')))
  const done: Record<string, number> = {}

  async function runRule(name: string, rule: RetentionRule): Promise<void> {
    while (!isOver()) {
      const count = await db.asService((tx) => rule(tx, most, kept))
      if (count === 0) return
      done[name] = (done[name] ?? 0) + count
      await pause(pauseMs, undefined, { ref: false })
    }
  }

  for (const [name, rule] of Object.entries(rules)) {
    // One rule that fails must not keep the others from running.
    await runRule(name, rule).catch((error: unknown) => log.error({ error, of: name }, 'old data could not be deleted'))
  }
  if (Object.keys(done).length > 0) log.info({ done, complete: !isOver() }, 'old data was deleted')
  return done
}
