import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { shop } from '#shop'
import { waitlistConsent } from './consent.ts'
import type { Join } from './join-body.ts'

type JoinInput = Pick<Join, 'product_id' | 'email' | 'size'> & { ip: string | null }

/**
 * Adds an address to the waitlist of a product, with its consent, and sends an e-mail: a confirmation that it is on the
 * list, or, with double opt-in, a request to confirm. An address that waits already keeps its place; one that was
 * notified may join again. A suppressed address is not stored, and the response does not reveal it. Refuses not_found
 * for a product that was never public, bad_request for a size that is not made, conflict where the product can be
 * ordered.
 */
export async function joinWaitlist(
  tx: Tx,
  queue: Queue,
  { product_id: productId, email, size, ip }: JoinInput,
): Promise<void> {
  const garment = await getAwaited(tx, productId)
  if (size !== null && !garment.sizes.includes(size)) {
    throw new AppError('bad_request', 'Please choose a size.', {
      details: [{ path: 'size', message: 'We no longer make this size. Please choose another.' }],
    })
  }
  const { rows } = await sql<{ id: string; request_count: number; confirmed_at: Date | null; day: string }>`
    insert into private.waitlist as w (product_id, email, size, source, consent_text, consent_ip, confirmed_at)
    select ${productId}, ${email}, ${size}, ${`/product/${garment.slug}`}, ${waitlistConsent}, ${ip},
        case when not r.double_opt_in then public.shop_now() end
      from private.email_settings r
     where not exists (select from private.suppressions n where n.address_hash = private.address_hash(${email}))
    on conflict on constraint waitlist_product_id_email_key do update set
      size = excluded.size, source = excluded.source, consent_text = excluded.consent_text, consent_ip = excluded.consent_ip,
      requested_at = case when w.notified_at is null then w.requested_at else excluded.requested_at end,
      request_count = w.request_count + (w.notified_at is not null)::int,
      confirmed_at = coalesce(w.confirmed_at, excluded.confirmed_at),
      notified_at = null
    returning w.id, w.request_count, w.confirmed_at,
      (public.shop_now() at time zone ${shop.timeZone})::date::text as day`.execute(tx)
  const [waiting] = rows
  if (!waiting) return
  const { id, request_count: times, confirmed_at: isConfirmed, day } = waiting
  await queueEmail(tx, queue, {
    // The request to confirm is repeated once a day: the first e-mail may be lost, or another person may have typed the
    // address.
    ...(isConfirmed
      ? { kind: 'waitlist_joined', cause: `${id}.${times}` }
      : { kind: 'waitlist_confirm', cause: `${id}.${day}` }),
    recipient: email,
    data: { waitingId: id },
  })
}

type Awaited = { slug: string; sizes: string[]; canBeOrdered: boolean }

/** A product that was public and cannot be ordered now. */
async function getAwaited(tx: Tx, productId: string): Promise<Awaited> {
  const { rows } = await sql<Awaited>`
    select p.slug, p.sizes, private.available_units(p) is distinct from 0 as "canBeOrdered"
      from public.products p join private.product_availability s on s.product_id = p.id where p.id = ${productId}`.execute(
    tx,
  )
  const [garment] = rows
  if (!garment) throw new AppError('not_found', 'We don’t have that garment.')
  if (garment.canBeOrdered) {
    throw new AppError('conflict', 'You can order it now. Please reload the page.')
  }
  return garment
}
