import { sql } from 'kysely'
import type { Pence, Pounds } from '#base/money.ts'
import { formatDeadline } from '#base/shop-time.ts'
import { inPence } from '#base/sql-money.ts'
import { smallPicture } from '#features/catalogue/small-picture.ts'
import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Email } from '#platform/email/email.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import { waitlistAvailable } from './waitlist-available.email.ts'
import { waitlistConfirm } from './waitlist-confirm.email.ts'
import type { WaitlistLinks } from './waitlist-entries.ts'
import { waitlistJoined } from './waitlist-joined.email.ts'

type Options = { db: Db; links: WaitlistLinks; siteUrl: string }

type Row = {
  id: string
  email: string
  request_count: number
  size: string | null
  confirmed_at: Date | null
  notified_at: Date | null
  is_refused: boolean
  name: string
  slug: string
  price: Pence
  colour: string | null
  image_url: string | null
  sizes: string[]
  closes_at: Date | null
  now: Date
  /** Null: no limit; 0: it cannot be ordered. */
  places: number | null
}

/**
 * The templates of waitlist_joined, waitlist_confirm and waitlist_available. Each e-mail is composed from the current
 * rows, and dropped if it is outdated; a customer whose product is unavailable again keeps the place.
 */
export function waitlistEmails({ db, links, siteUrl }: Options): EmailTemplates {
  async function from({ id }: Row, content: EmailContent): Promise<Email> {
    return { ...(await composeEmail(content)), headers: links.headersFor(id) }
  }

  return {
    async waitlist_joined({ data, recipient }) {
      const row = await db.asService((tx) => findWaiting(tx, data, recipient))
      if (!row || row.is_refused || row.notified_at) return null
      return from(row, waitlistJoined({ name: row.name, size: row.size, leaveUrl: links.pageFor(row.id) }))
    },
    async waitlist_confirm({ data, recipient }) {
      const row = await db.asService((tx) => findWaiting(tx, data, recipient))
      if (!row || row.is_refused || row.confirmed_at) return null
      const { name } = row
      return from(
        row,
        waitlistConfirm({ name, confirmUrl: links.confirmPageFor(row), leaveUrl: links.pageFor(row.id) }),
      )
    },
    async waitlist_available({ data, recipient }) {
      const row = await db.asService((tx) => findToTell(tx, data, recipient))
      if (!row) return null
      const { name, slug, colour, size, places } = row
      return from(
        row,
        waitlistAvailable({
          name,
          colour,
          pricePence: row.price,
          pictureUrl: smallPicture(row.image_url, siteUrl),
          url: `${siteUrl}/product/${slug}`,
          size: size !== null && row.sizes.includes(size) ? size : null,
          closes: row.closes_at && formatDeadline(row.closes_at, row.now),
          places,
          leaveUrl: links.pageFor(row.id),
        }),
      )
    },
  }
}

/**
 * The recipient and content, if the product is available; otherwise null: the customer keeps waiting, and this e-mail
 * may be queued again.
 */
async function findToTell(tx: Tx, data: unknown, recipient: string): Promise<Row | null> {
  const row = await findWaiting(tx, data, recipient)
  if (!row || row.is_refused) return null
  // The customer has joined again since, which queued another e-mail; this one would be a duplicate.
  if ((data as { times?: unknown }).times !== row.request_count) return null
  if (row.places !== 0) return row
  await tx.updateTable('private.waitlist').set({ notified_at: null }).where('id', '=', row.id).execute()
  return null
}

const price = sql<Pounds>`public.effective_price(p.price, p.is_preorder, p.preorder_end_date, p.preorder_reason,
  p.preorder_price)`

/** The waitlist row and its product, if the row still has the e-mail's address. */
async function findWaiting(tx: Tx, data: unknown, recipient: string): Promise<Row | null> {
  const id = String((data as { waitingId?: unknown }).waitingId)
  const { rows } = await sql<Row>`
    select w.id, w.email, w.request_count, w.size, w.confirmed_at, w.notified_at, p.name, p.slug, p.colour, p.image_url, p.sizes,
      case when public.is_preorder_live(p.is_preorder, p.preorder_end_date) then p.preorder_end_date end as closes_at,
      ${inPence(price)} as price,
      public.shop_now() as now, private.available_units(p)::int as places,
      exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email)) as is_refused
      from private.waitlist w join public.products p on p.id = w.product_id
     where w.id::text = ${id} and w.email = ${recipient.toLowerCase()} for update of w`.execute(tx)
  return rows[0] ?? null
}
