import { sql } from 'kysely'
import { formatDeadline } from '#features/catalogue/preorders/deadline.ts'
import { smallPicture } from '#features/catalogue/small-picture.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Letter } from '#platform/email/letter.ts'
import type { Letters } from '#platform/email/send-letter.ts'
import { composedLetter } from '#ui/email/composed-letter.tsx'
import type { Composition } from '#ui/email/letter-blocks.ts'
import { penceFromPounds } from '#ui/money.ts'

import { waitingConfirm } from './waiting-confirm.mail.ts'
import { waitingKept } from './waiting-kept.mail.ts'
import type { WaitingLinks } from './waiting-links.ts'
import { waitingOpen } from './waiting-open.mail.ts'

type Options = { db: Db; links: WaitingLinks; siteUrl: string }

type Row = {
  id: string
  email: string
  times: number
  size: string | null
  confirmed_at: Date | null
  told_at: Date | null
  is_refused: boolean
  name: string
  slug: string
  price: string
  colour: string | null
  image_url: string | null
  sizes: string[]
  closes_at: Date | null
  now: Date
  /** Null: as many as are wanted; 0: it cannot be ordered. */
  places: number | null
}

/**
 * waiting_kept, waiting_confirm and waiting_open. Each is written from what is true when it leaves, and not at all where
 * that has been overtaken; whoever was to be told of a garment that is gone again waits on in her place.
 */
export function waitingLetters({ db, links, siteUrl }: Options): Letters {
  async function from({ id }: Row, content: Composition): Promise<Letter> {
    return { ...(await composedLetter(content)), headers: links.headersFor(id) }
  }

  return {
    async waiting_kept({ data, recipient }) {
      const row = await db.asService((tx) => findWaiting(tx, data, recipient))
      if (!row || row.is_refused || row.told_at) return null
      return from(row, waitingKept({ name: row.name, size: row.size, leaveUrl: links.pageFor(row.id) }))
    },
    async waiting_confirm({ data, recipient }) {
      const row = await db.asService((tx) => findWaiting(tx, data, recipient))
      if (!row || row.is_refused || row.confirmed_at) return null
      const { name } = row
      return from(row, waitingConfirm({ name, confirmUrl: links.confirmPageFor(row), leaveUrl: links.pageFor(row.id) }))
    },
    async waiting_open({ data, recipient }) {
      const row = await db.asService((tx) => findToTell(tx, data, recipient))
      if (!row) return null
      const { name, slug, colour, size, places } = row
      return from(
        row,
        waitingOpen({
          name,
          colour,
          pricePence: penceFromPounds(row.price),
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

/** Whom to tell, as long as there is something to tell; else she waits on, and this letter may be asked for anew. */
async function findToTell(tx: Tx, data: unknown, recipient: string): Promise<Row | null> {
  const row = await findWaiting(tx, data, recipient)
  if (!row || row.is_refused) return null
  // She has asked again since: another letter answers that, and this one would be a second for the same garment.
  if ((data as { times?: unknown }).times !== row.times) return null
  if (row.places !== 0) return row
  await tx.updateTable('private.waiting_list').set({ told_at: null }).where('id', '=', row.id).execute()
  return null
}

/** Who waits, as long as the address is still the one the letter was queued for, and what she waits for. */
async function findWaiting(tx: Tx, data: unknown, recipient: string): Promise<Row | null> {
  const id = String((data as { waitingId?: unknown }).waitingId)
  const { rows } = await sql<Row>`
    select w.id, w.email, w.times, w.size, w.confirmed_at, w.told_at, p.name, p.slug, p.price, p.colour, p.image_url, p.sizes,
      case when public.is_preorder_live(p.is_preorder, p.preorder_end_date) then p.preorder_end_date end as closes_at,
      public.shop_now() as now, private.places_left(p)::int as places,
      exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email)) as is_refused
      from private.waiting_list w join public.products p on p.id = w.product_id
     where w.id::text = ${id} and w.email = ${recipient.toLowerCase()} for update of w`.execute(tx)
  return rows[0] ?? null
}
