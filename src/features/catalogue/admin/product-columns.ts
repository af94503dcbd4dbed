import type { Draft } from './draft.ts'
import { fabricText } from './fabric.ts'
import type { PictureRow } from './product-row.ts'

/** What is written of a garment: the columns of the contract, its pictures and its details. */
export type ProductColumns = {
  name: string
  slug: string
  description: string
  price: number
  image_url: string | null
  sizes: string[]
  active: boolean
  is_preorder: boolean
  preorder_end_date: string | null
  pictures: PictureRow[]
  fabric: string | null
  care: string | null
  modesty_notes: string | null
  colour: string | null
  length: string | null
  model_line: string | null
  production_days: number | null
  preorder_limit: number | null
}

/** A checked draft as it is saved. `preorderEnd`: as the rule of pre-orders gives it. Pictures not yet stored are left out. */
export function productColumns(draft: Draft, preorderEnd: string | null): ProductColumns {
  const pictures = draft.pictures.flatMap(({ stored, alt }) => {
    return stored ? [{ ...stored, alt: text(alt) ?? '' }] : []
  })
  return {
    name: text(draft.name) ?? '',
    slug: draft.slug.trim(),
    description: text(draft.description) ?? '',
    price: Number(draft.price),
    image_url: pictures[0]?.url ?? null,
    sizes: draft.sizes,
    active: draft.active,
    is_preorder: draft.isPreorder,
    preorder_end_date: preorderEnd,
    pictures,
    fabric: text(fabricText(draft.fabric) ?? ''),
    care: text(draft.care),
    modesty_notes: text(draft.modestyNotes),
    colour: text(draft.colour),
    length: text(draft.length),
    model_line: text(draft.modelLine),
    production_days: count(draft.productionDays),
    preorder_limit: count(draft.preorderLimit),
  }
}

/** Whether a row says all that was to be saved, as after a save whose answer got lost. */
export function saysAll(row: object, columns: ProductColumns): boolean {
  const found = row as Record<string, unknown>
  return Object.entries(columns).every(([name, wanted]) => sameValue(name, found[name], wanted))
}

function sameValue(name: string, found: unknown, wanted: unknown): boolean {
  if (name === 'pictures') return urlsAndWords(found) === urlsAndWords(wanted)
  if (name === 'preorder_end_date' && typeof found === 'string' && typeof wanted === 'string') {
    return Date.parse(found) === Date.parse(wanted)
  }
  return JSON.stringify(found) === JSON.stringify(wanted)
}

/** The measures of a picture are the shop's to fill in. */
function urlsAndWords(pictures: unknown): string {
  return JSON.stringify((pictures as PictureRow[] | null)?.map(({ url, alt }) => [url, alt ?? '']) ?? [])
}

// A database's text cannot hold NUL, which some programs leave behind in what is pasted.
function text(typed: string): string | null {
  return typed.replaceAll('\0', '').trim() || null
}

function count(typed: string): number | null {
  return typed.trim() ? Number(typed) : null
}
