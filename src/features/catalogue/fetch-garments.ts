import { type Pounds, penceFromPounds } from '#base/money.ts'
import { publicKey } from '#platform/client/backend-client.ts'
import { daysLeft, isPreorderLive, type PreorderReason, preorderReasonLabel, priceNow } from './preorders/preorder.ts'
import { type ProductSummary, preorderWords } from './product-summary.ts'

const columns =
  'id,name,slug,price,pictures,colour,is_preorder,preorder_end_date,preorder_limit,preorder_reason,preorder_price'

type Image = { url: string; alt?: string | null; width?: number | null; height?: number | null; blur?: string | null }
type Row = {
  id: string
  name: string
  slug: string
  price: Pounds
  pictures: Image[] | null
  colour: string | null
  is_preorder: boolean
  preorder_end_date: string | null
  preorder_limit: number | null
  preorder_reason: PreorderReason | null
  preorder_price: Pounds | null
}

/**
 * The garments with these ids as visitors see them now, in this order, without those that are no longer public. Rejects
 * if the shop does not answer. Browser only.
 */
export async function fetchGarments(ids: readonly string[], signal: AbortSignal): Promise<ProductSummary[]> {
  if (ids.length === 0) return []
  const response = await fetch(`/rest/v1/products?select=${columns}&active=eq.true&id=in.(${ids.join(',')})`, {
    headers: { apikey: publicKey() },
    signal,
  })
  if (!response.ok) throw new Error(`The shop answered ${response.status}`)
  // The visitor's clock may be wrong by years.
  const now = new Date(Date.parse(response.headers.get('date') ?? '') || Date.now())
  const rows = (await response.json()) as Row[]
  const full = rows.some((row) => row.preorder_limit !== null && isLive(row, now)) ? await readFull(signal) : []
  const shown = (row: Row) => summaryOf(row, now, row.preorder_limit !== null && full.includes(row.id))
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(shown))
}

/** The ids of garments whose pre-orders have no place left. */
async function readFull(signal: AbortSignal): Promise<string[]> {
  const response = await fetch('/functions/v1/waiting-facts', { headers: { apikey: publicKey() }, signal })
  return response.ok ? ((await response.json()) as { full: string[] }).full : []
}

function isLive({ is_preorder, preorder_end_date }: Row, now: Date): boolean {
  return isPreorderLive({ isPreorder: is_preorder, preorderEndsAt: preorder_end_date }, now)
}

function summaryOf(row: Row, now: Date, isFull: boolean): ProductSummary {
  const { id, name, slug, colour } = row
  const [image] = row.pictures ?? []
  const offer = {
    pricePence: penceFromPounds(row.price),
    isPreorder: row.is_preorder,
    preorderEndsAt: row.preorder_end_date,
    preorderReason: row.preorder_reason,
    preorderPence: row.preorder_price && penceFromPounds(row.preorder_price),
    preorderLimit: row.preorder_limit,
  }
  const priced = priceNow(offer, now)
  const isSized = Boolean(image?.width && image.height)
  return {
    id,
    name,
    slug,
    colour,
    pricePence: priced.pricePence,
    picture: image
      ? {
          url: image.url,
          alt: image.alt || name,
          width: isSized ? (image.width ?? 0) : 1200,
          height: isSized ? (image.height ?? 0) : 1600,
          blur: image.blur ?? null,
        }
      : null,
    preorder: isLive(row, now)
      ? preorderWords({
          days: daysLeft(row.preorder_end_date ?? '', now),
          isFull,
          reason: preorderReasonLabel(priced),
        })
      : null,
  }
}
