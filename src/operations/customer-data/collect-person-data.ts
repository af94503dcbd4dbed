import { type RawBuilder, sql } from 'kysely'
import { decimalPounds } from '#base/money.ts'
import { readCustomerNote } from '#features/orders/customers/customer-notes.ts'
import { isEarlierOrderOf, listEarlierOrders } from '#features/orders/earlier/earlier-orders.ts'
import { type ArrivalColumns, arrivalDayOf } from '#features/orders/order-dates.ts'
import { collectSubscriberData } from '#features/subscribers/erase-address.ts'
import { collectWaitlist } from '#features/waitlist/waitlist-queries.ts'
import { findAccount, toWireUser } from '#platform/auth/account/account.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import { isEarlierOrderOfPerson, isOrderOfPerson, type Person } from './person.ts'

/**
 * All data about a person, for their export: what they entered, what they did, what was sent to them. It contains no
 * secret: no password hash, token or factor key. `isOwn`: they take it themselves, so earlier orders are those of their
 * address alone: anyone may order under the name and postcode of another person. Refuses unauthorized for an account that
 * is deleted.
 */
export async function collectPersonData(tx: Tx, person: Person, { isOwn = false } = {}): Promise<object> {
  const { userId, address } = person
  const account = userId === null ? null : await findAccount(tx, userId)
  if (userId !== null && !account) throw new AppError('unauthorized', 'Invalid JWT')
  const { identities, factors = [], ...user } = account ? toWireUser(account) : noAccount
  const now = await readShopNow(tx)
  return {
    shop: shop.name,
    exported_at: now,
    account: account ? user : null,
    identities,
    second_factors: factors,
    sessions: await ownSessions(tx, userId),
    known_devices: await knownDevices(tx, userId),
    orders: await ownOrders(tx, person),
    earlier_orders: await earlierOrders(tx, isOwn ? isEarlierOrderOf(person) : isEarlierOrderOfPerson(person)),
    sizes_looked_up_since: await sizeConsentOf(tx, userId),
    sizes_looked_up_once_paid: await checkoutConsentsOf(tx, userId),
    our_note_about_you: await noteAbout(tx, person),
    launch_list: address ? await collectSubscriberData(tx, address) : null,
    waiting_for: address ? await collectWaitlist(tx, address) : [],
    messages: await messages(tx, person),
    emails: await sentEmails(tx, person),
  }
}

const noAccount = { identities: [], factors: [] }

async function noteAbout(tx: Tx, { userId, address }: Person): Promise<string | null> {
  if (userId !== null) return readCustomerNote(tx, { userId, email: null })
  return address === null ? null : readCustomerNote(tx, { userId, email: address })
}

async function ownSessions(tx: Tx, userId: string | null): Promise<object[]> {
  const { rows } = await sql<object>`
    select created_at as signed_in_at, greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_used_at,
      user_agent, host(ip) as ip_address, aal
    from auth.sessions where user_id = ${userId} order by created_at`.execute(tx)
  return rows
}

/** Devices are stored as hashes, so only their times can be exported. */
function knownDevices(tx: Tx, userId: string | null): Promise<object[]> {
  return tx
    .selectFrom('private.known_devices')
    .select(['first_seen_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('first_seen_at')
    .execute()
}

async function ownOrders(tx: Tx, person: Person): Promise<object[]> {
  const { rows } = await sql<ArrivalColumns>`
    select o.order_number, o.created_at as ordered_at, o.paid_at, o.payment_status, o.provider_state, o.order_status,
      o.customer_name, o.customer_email, o.customer_phone, o.shipping_address, o.shipping_city, o.shipping_postcode,
      o.shipping_country, o.notes, o.gift_note, (select n.note from private.owner_notes n where n.order_id = o.id) as our_note,
      o.product_price, o.discount_code, o.discount_amount, o.shipping_amount,
      o.final_amount, o.refunded_amount, o.currency, o.delivery_service, o.delivery_options, o.dispatch_by,
      to_char(o.arrive_by, 'YYYY-MM-DD') as arrive_by, o.shipping_carrier,
      o.tracking_number, o.shipped_at, o.delivered_at,
      (select coalesce(json_agg(json_build_object('name', l.name, 'size', l.size, 'quantity', l.quantity,
          'cancelled_quantity', l.cancelled_quantity, 'unit_price', l.unit_price, 'discount_amount', l.discount_amount, 'is_preorder', l.is_preorder,
          'dispatch_by', l.dispatch_by, 'measurements', l.size_advice,
          'height_cm', l.height_cm, 'heel_cm', l.heel_cm, 'preorder_reason', l.preorder_reason, 'piece_numbers', l.piece_numbers) order by l.position), '[]')
        from public.order_lines l where l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('carrier', p.carrier, 'tracking_number', p.tracking_number, 'shipped_at', p.shipped_at,
          'pieces', (select coalesce(json_agg(json_build_object('name', l.name, 'size', l.size, 'quantity', i.quantity) order by l.position), '[]')
            from private.parcel_lines i join public.order_lines l on l.id = i.line_id where i.parcel_id = p.id)) order by p.id), '[]')
        from private.parcels p where p.order_id = o.id) as parcels,
      (select coalesce(json_agg(json_build_object('announced_at', d.announced_at, 'from', d.previous_dispatch_by,
          'to', d.dispatch_by, 'reason', d.reason, 'answer', d.answer, 'answered_at', d.answered_at)
          order by d.announced_at), '[]')
        from private.order_delays d where d.order_id = o.id) as delays,
      (select coalesce(json_agg(json_build_object('changed_at', e.at, 'by_you', e.party = 'customer', 'changes', e.facts -> 'changes')
          order by e.at, e.id), '[]')
        from private.order_events e where e.order_id = o.id and e.kind = 'edited') as changes,
      (select json_build_object('asked_for_at', c.sends_since, 'address', c.address)
        from private.address_codes c where c.order_id = o.id) as address_to_confirm,
      (select coalesce(json_agg(json_build_object('asked_for_at', r.requested_at, 'amount', r.amount, 'reason', r.reason,
          'note', r.note, 'state', r.state, 'settled_at', r.settled_at) order by r.requested_at, r.id), '[]')
        from private.refunds r where r.order_id = o.id) as refunds,
      (select coalesce(json_agg(json_build_object('declared_at', t.requested_at, 'kind', t.kind, 'state', t.state,
          'name_you_gave', t.declared_by, 'what_you_wrote', t.reason, 'photographs', cardinality(t.photographs), 'our_answer', t.answer, 'our_note', t.note,
          'settled_at', t.settled_at, 'pieces', (select coalesce(json_agg(json_build_object('name', l.name, 'size', l.size,
              'quantity', p.quantity) order by l.position), '[]')
            from private.return_lines p join public.order_lines l on l.id = p.line_id where p.return_id = t.id))
          order by t.requested_at, t.id), '[]')
        from private.returns t where t.order_id = o.id) as returns,
      (select coalesce(json_agg(json_build_object('garment', l.name, 'size', v.size, 'written_at', v.written_at,
          'stars', v.stars, 'fit', v.fit, 'height_cm', v.height_cm, 'what_you_wrote', v.words, 'name_to_show', v.name,
          'photographs', cardinality(v.photographs), 'you_agreed_to', v.consent_text, 'state', v.state,
          'published_at', v.published_at, 'left_out_because', v.declined_reason, 'our_note', v.declined_note,
          'our_answer', v.answer) order by v.written_at, v.id), '[]')
        from public.reviews v join public.order_lines l on l.id = v.line_id where v.order_id = o.id) as reviews,
      (select coalesce(json_agg(json_build_object('opened_at', d.opened_at, 'amount', d.amount, 'reason', d.reason,
          'status', d.status) order by d.opened_at), '[]')
        from private.disputes d where d.order_id = o.id) as disputes,
      (select coalesce(json_agg(f.note order by f.resolved_at), '[]')
        from private.payment_discrepancies f where f.order_id = o.id and f.note is not null) as notes_on_the_payment
    from public.pre_orders o where ${isOrderOfPerson(person)} order by o.created_at, o.id`.execute(tx)
  return rows.map(({ delivery_options, ...row }) => ({ ...row, arrive_by: arrivalDayOf({ ...row, delivery_options }) }))
}

/** Orders in the owner's former shop that were brought along. */
async function earlierOrders(tx: Tx, where: RawBuilder<boolean>): Promise<object[]> {
  const orders = await listEarlierOrders(tx, where, 10_000)
  return orders.map(({ source, number, day, amount_pence, ...order }) => ({
    ...{ bought_on: source, order_number: number, day, ...order },
    price_of_garments: decimalPounds(amount_pence),
  }))
}

/** When the person agreed that the last sizes are looked up, and to which words; null without the consent. */
async function sizeConsentOf(tx: Tx, userId: string | null): Promise<object | null> {
  const consent = await tx
    .selectFrom('private.size_consents')
    .select(['given_at', 'consent_text as you_agreed_to'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return consent ?? null
}

/** What the person ticked at the checkout of orders that are not paid. */
async function checkoutConsentsOf(tx: Tx, userId: string | null): Promise<object[]> {
  return tx
    .selectFrom('private.checkout_size_consents as c')
    .innerJoin('pre_orders as o', 'o.id', 'c.order_id')
    .select(['o.order_number', 'c.given_at', 'c.consent_text as you_agreed_to'])
    .where('c.user_id', '=', userId)
    .orderBy('c.given_at')
    .orderBy('o.id')
    .execute()
}

/** Messages through the contact form, as long as they are stored here. */
async function messages(tx: Tx, { userId, address }: Person): Promise<object[]> {
  const { rows } = await sql<object>`
    select data ->> 'at' as written_at, data ->> 'name' as name, data ->> 'email' as email, data ->> 'topic' as topic,
      data ->> 'orderNumber' as order_number, data ->> 'message' as message, a.reply as our_reply
    from private.outbox w left join private.contact_answers a on a.message_id = w.id
    where kind = 'contact_message' and (data ->> 'userId' = ${userId} or lower(data ->> 'email') = ${address})
    order by created_at, id`.execute(tx)
  return rows
}

/**
 * When e-mails were sent and about what; the e-mails themselves contain links that grant access. E-mails to the owner
 * are excluded, also those about the customer's order: their recipient is the owner's data.
 */
async function sentEmails(tx: Tx, { userId, address }: Person): Promise<object[]> {
  const { rows } = await sql<object>`
    select w.kind, w.recipient, o.order_number, w.created_at as queued_at, w.sent_at, w.state
    from private.outbox w left join public.pre_orders o on o.id = w.order_id
    where w.kind <> 'contact_message' and w.kind not like 'owner\\_%'
      and (w.data ->> 'userId' = ${userId} or o.user_id = ${userId} or lower(w.recipient) = ${address})
    order by w.created_at, w.id`.execute(tx)
  return rows
}
