import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { findTexts } from '#tests/fixtures/find-texts.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { callFunction, lineOf, outboxRowFor } from '../fixtures/account-data.ts'

const email = 'tirzah.zelophehad@example.com'
const [name, phone, street] = ['Tirzah Zelophehad', '+447700900461', '77 Inheritance Row']
const said = 'It pulls at the left shoulder, and my old house was 12 Manasseh Close'
const oldStreet = '12 Manasseh Close'
const network = '203.0.113.61'

/** What may still name an erased person, and why. Nothing else may. */
const keptByLaw: Record<string, string> = {
  'public.pre_orders.customer_name': 'the tax law requires each sale with its buyer for six years',
  'public.pre_orders.customer_email': 'the same; the order may still be in work, and its e-mails go there',
  'public.pre_orders.customer_phone': 'the same; the carrier of an order in work needs it',
  'public.pre_orders.shipping_address': 'the same: delivery decides the tax',
  'private.test_payment_sessions.customer': 'the records of the payment company, which a rehearsal stands in for',
}

test('after an erasure no column of any table names the person, except what the law requires of a sale', async () => {
  await using api = await startAccountsApi()
  const { db } = api
  const { id } = await api.account({ email })
  const stranger = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const { id: orderId, order_number, sessionId } = await paidThroughProvider(api, { userId: id, email })
  const abandoned = await db.order({ user_id: id, provider_state: 'expired', notes: said })
  const line = await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values([lineOf(orderId), { ...lineOf(abandoned.id), position: 1 }])
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const customer = JSON.stringify({ name, email, phone, address: { line1: street } })
  await db.asService(
    async (tx) => {
      // As she paid, moved house and wrote a note; each change is in the audit log.
      await sql`update private.test_payment_sessions set customer = ${customer} where id = ${sessionId}`.execute(tx)
      await sql`update public.pre_orders set customer_name = ${name}, customer_phone = ${phone}, shipping_address = ${oldStreet},
        gift_note = ${said}, notes = ${said} where id = ${orderId}`.execute(tx)
      await sql`update public.pre_orders set shipping_address = ${street}, notes = null where id = ${orderId}`.execute(
        tx,
      )
      // It is over: an order that is still made or sent keeps what it needs (person-data.api.test.ts).
      await sql`update public.pre_orders set order_status = 'delivered', delivered_at = now() - interval '40 days'
        where id = ${orderId}`.execute(tx)
      const changes = [{ field: 'shipping_address', before: oldStreet, after: street }]
      const sizeChange = { position: 0, garment: 'Mary Dress', field: 'size', before: '8-10', after: '10-12' }
      await tx
        .insertInto('private.order_events')
        .values(
          [changes, [...changes, sizeChange]].map((changes) => ({
            order_id: orderId,
            kind: 'edited',
            party: 'customer',
            actor: id,
            facts: JSON.stringify({ changes }),
          })),
        )
        .execute()
      await sql`insert into private.address_codes (order_id, address, expires_at)
        values (${orderId}, ${JSON.stringify({ shipping_address: oldStreet })}::jsonb, now() + interval '1 hour')`.execute(
        tx,
      )
      await sql`insert into private.owner_notes (order_id, note) values (${orderId}, ${said})`.execute(tx)
      await sql`insert into private.customer_notes (user_id, email, note)
        values (${id}, null, ${said}), (null, ${email}, ${said})`.execute(tx)
      // From the file of her former shop: by her address, and by the name and postcode of her order here.
      await sql`update public.pre_orders set shipping_postcode = 'LS1 1AB' where id = ${orderId}`.execute(tx)
      await sql`insert into private.earlier_orders (source, number, bought_on, name, email, postcode, garments,
          amount_pence, currency, import_id)
        values ('shopify', '1001', current_date, ${name}, ${email}, 'M1 1AA', 'Mary Dress', 8900, 'GBP', gen_random_uuid()),
          ('etsy', '4001', current_date, ${name.toUpperCase()}, null, 'ls11ab', 'Mary Dress', 8900, 'GBP', gen_random_uuid())`.execute(
        tx,
      )
      await sql`insert into private.size_consents (user_id, consent_text) values (${id}, 'You may.')`.execute(tx)
      await sql`insert into private.checkout_size_consents (order_id, user_id, consent_text)
        values (${orderId}, ${id}, 'You may.')`.execute(tx)
      // Why it was cancelled; programs before the events wrote it into the log.
      await sql`insert into private.order_events (order_id, kind, facts, party)
        values (${orderId}, 'cancelled', jsonb_build_object('reason', ${said}::text), 'customer')`.execute(tx)
      await sql`insert into private.audit_log (table_name, row_id, action, after)
        values ('pre_orders', ${orderId}, 'cancel', jsonb_build_object('reason', ${said}::text, 'refund', true))`.execute(
        tx,
      )
      await sql`insert into private.order_delays (order_id, dispatch_by, previous_dispatch_by, reason, in_production)
        values (${orderId}, '2031-01-01', '2030-01-15', 'The cloth is late.', false)`.execute(tx)
      await sql`insert into private.returns (id, order_id, kind, state, reason, note, answer, settled_at)
        values (gen_random_uuid(), ${orderId}, 'fault', 'refused', ${said}, ${said}, ${`Dear ${name}`}, now())`.execute(
        tx,
      )
      await sql`insert into private.refunds (order_id, session_id, amount, note, state, next_attempt_at)
        values (${orderId}, ${sessionId}, 5, ${`${name} asked`}, 'succeeded', null)`.execute(tx)
      await sql`insert into public.reviews (line_id, order_id, product_id, size, stars, words, fit, name, consent_text)
        values (${line.id}, ${orderId}, gen_random_uuid(), '10-12', 5, ${said}, 'true', ${name}, 'You may show it.')`.execute(
        tx,
      )
      // What was written to her and by her.
      const waiting = { name, email, message: said, topic: 'order', at: '2026-01-01' }
      await tx
        .insertInto('private.outbox')
        .values([
          { ...outboxRowFor(email, { to: '2031-01-01', reason: 'x', token: said }, orderId), state: 'sent' },
          { ...outboxRowFor(email, {}, orderId), state: 'failed', last_error: `550 no mailbox ${email}` },
          { ...outboxRowFor(email, { userId: id }), state: 'sent' },
          { ...outboxRowFor('hello@shop.example', waiting), kind: 'contact_message', state: 'failed' },
          { ...outboxRowFor(email, { ...waiting, reply: said }), kind: 'contact_reply', state: 'sent' },
        ])
        .execute()
      await sql`insert into private.contact_answers (message_id, reply, answered_by)
        select id, ${`Dear ${name}`}, gen_random_uuid() from private.outbox where kind = 'contact_message'`.execute(tx)
      await sql`insert into private.mailbox (message_id, sender, recipient, subject, html, text)
        select message_id, 'Shop', recipient, 'Your order', ${`Dear ${name}, to ${street}`}, '' from private.outbox`.execute(
        tx,
      )
      // The list and the waitlist.
      await tx.insertInto('email_signups').values({ email }).execute()
      await sql`insert into private.waitlist (product_id, email, source, consent_text, consent_ip)
        values (gen_random_uuid(), ${email}, 'page', 'You may write.', ${network})`.execute(tx)
    },
    { requestId: 'hers', ip: network },
  )
  await db.asService(async (tx) => {
    await sql`insert into private.payment_discrepancies (key, kind, order_id, note)
      values ('a', 'paid_twice', ${orderId}, ${`wrote to ${email}`})`.execute(tx)
    const { rows } = await sql<{ id: string }>`insert into private.campaigns (subject, message, content_hash, provider)
      values ('Open', 'We are open', 'hash', 'smtp') returning id`.execute(tx)
    await sql`insert into private.campaign_recipients (campaign_id, signup_id, email, state, last_error)
      values (${rows[0]?.id}, gen_random_uuid(), ${email}, 'failed', ${`no ${email}`})`.execute(tx)
    // Everything has left; an e-mail about the order that had not would keep its recipient until it is sent.
    await sql`update private.outbox set state = 'sent' where state = 'waiting'`.execute(tx)
  })
  // An id without its account names no one; it shows that several changes were made by one person.
  const keptIds = [
    `auth.audit_log_entries.payload: ${id}`,
    `private.audit_log.actor: ${id}`,
    `private.order_events.actor: ${id}`,
  ]
  const texts = [id, email, name, phone, street, oldStreet, said, network]
  const before = await findTexts(db.pool, texts)
  for (const table of [
    'audit_log.before',
    'audit_log.after',
    'audit_log.ip',
    'outbox.last_error',
    'order_events.facts',
  ])
    expect(before.join('\n')).toContain(`private.${table}`)

  const erased = await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })
  expect(erased).toEqual({ status: 200, body: { erased: true } })

  const left = await findTexts(db.pool, texts)
  expect(left.filter((place) => !(placeOf(place) in keptByLaw) && !keptIds.includes(place))).toEqual([])
  expect(new Set(left.filter((place) => !keptIds.includes(place)).map(placeOf))).toEqual(
    new Set(Object.keys(keptByLaw)),
  )

  // The order's facts stay, also in the log, and so does what keeps its e-mails from being sent twice.
  const [row] = (
    await db.asService((tx) =>
      sql<{ paid: unknown; edits: unknown; emails: number; log: unknown }>`
    select o.payment_status as paid, (select jsonb_agg(e.facts -> 'changes') from private.order_events e where e.order_id = o.id and e.kind = 'edited') as edits,
      (select count(*)::int from private.outbox w where w.order_id = o.id and w.kind <> 'owner_order_paid') as emails,
      (select jsonb_agg(a.after -> 'final_amount') from private.audit_log a
        where a.row_id = o.id::text and a.after ? 'payment_status' and a.action = 'update') as log
      from public.pre_orders o where o.order_number = ${order_number}`.execute(tx),
    )
  ).rows
  expect(row).toEqual({
    paid: 'paid',
    edits: [[{ position: 0, garment: 'Mary Dress', field: 'size', before: '8-10', after: '10-12' }]],
    emails: 4,
    log: [93.5],
  })
  expect(await db.asService((tx) => sql`select from auth.users where id = ${stranger.id}`.execute(tx))).toHaveProperty(
    'rows.length',
    1,
  )
})

/** The column of a found text. */
function placeOf(found: string): string {
  return found.replace(/: .*/, '')
}
