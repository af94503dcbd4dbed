import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#infrastructure/db/db.ts'
import { keptWith } from '#infrastructure/http/kept-with.ts'

const Absent = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  sizes: z.array(z.string()),
  colour: z.string().nullable(),
  picture: z
    .object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number(), blur: z.string().nullable() })
    .nullable(),
})
const Facts = z.object({ full: z.array(z.string()), absent: z.array(Absent) })

/** A garment that was public and is not made at the moment. */
export type AbsentGarmentFacts = z.output<typeof Absent>
type WaitingFacts = z.output<typeof Facts>
type FactsRow = z.input<typeof Absent>

/** More absent garments than a shop of this kind ever has; past it the oldest are plainly not found. */
const mostAbsent = 500

/**
 * Which garments' limits are reached, by id, and those that were public and are inactive: of them what their page shows and
 * no more, since anybody may ask, and what is written of them for their return is nobody's business yet.
 */
export async function readWaitingFacts(tx: Tx): Promise<z.input<typeof Facts>> {
  const full = await tx
    .selectFrom('private.garment_standing')
    .select('product_id')
    .where('full_since', 'is not', null)
    .execute()
  const { rows } = await sql<FactsRow>`
    select p.id, p.name, p.slug, p.sizes, p.colour,
      case when f.face ->> 'url' is not null then jsonb_build_object('url', f.face ->> 'url',
        'alt', coalesce(nullif(f.face ->> 'alt', ''), p.name), 'width', case when f.sized then f.face -> 'width' else '1200' end,
        'height', case when f.sized then f.face -> 'height' else '1600' end, 'blur', f.face -> 'blur') end as picture
      from public.products p join private.garment_standing s on s.product_id = p.id
      cross join lateral (select p.pictures -> 0 as face,
        coalesce((p.pictures -> 0 ->> 'width')::numeric * (p.pictures -> 0 ->> 'height')::numeric > 0, false) as sized) f
     where not p.active order by s.published_at desc, p.id limit ${mostAbsent}`.execute(tx)
  return { full: full.map((row) => row.product_id), absent: rows }
}

/** Whether every unit of a pre-order's limit is taken just now. Kept with the pages, and asked anew once that changes. */
export async function preorderIsFull(
  backend: SupabaseClient,
  { id, preorderLimit }: { id: string; preorderLimit: number | null },
): Promise<boolean> {
  if (preorderLimit === null) return false
  return (await askWaitingFacts(backend)).full.includes(id)
}

/** The garment that used to be at this address and is not made at the moment; null for any other address. */
export async function findAbsent(backend: SupabaseClient, slug: string): Promise<AbsentGarmentFacts | null> {
  const { absent } = await askWaitingFacts(backend)
  return absent.find((garment) => garment.slug === slug) ?? null
}

function askWaitingFacts(backend: SupabaseClient): Promise<WaitingFacts> {
  return keptWith(backend, 'waiting facts', async () => {
    const { data, error } = await backend.functions.invoke('waiting-facts', { method: 'GET' })
    if (error) throw new Error('Who waits for what could not be asked', { cause: error })
    return Facts.parse(data)
  })
}
