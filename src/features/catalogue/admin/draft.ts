import { mergeVersions, type Versions } from '#admin/differences.ts'
import { shop } from '#shop'
import { type Fabric, readFabric } from './fabric.ts'
import { shownDays } from './preorder-end.ts'
import { type PictureRow, type ProductRow, picturesOf } from './product-row.ts'

/** A picture of the form. `key` names it here alone; `stored` is null until the shop has it. */
export type DraftPicture = { key: string; stored: PictureRow | null; alt: string }

/** A garment as it stands in the form: figures as typed, so that nothing typed is ever lost. */
export type Draft = {
  name: string
  slug: string
  description: string
  price: string
  active: boolean
  isPreorder: boolean
  preorderDays: string
  pictures: DraftPicture[]
  sizes: string[]
  fabric: Fabric
  care: string
  modestyNotes: string
  colour: string
  length: string
  modelLine: string
  productionDays: string
  preorderLimit: string
}

/** The form's defaults. */
export function emptyDraft(): Draft {
  return {
    name: '',
    slug: '',
    description: '',
    price: '',
    active: true,
    isPreorder: false,
    preorderDays: '',
    pictures: [],
    sizes: [...shop.sizes],
    fabric: readFabric(null),
    care: '',
    modestyNotes: '',
    colour: '',
    length: '',
    modelLine: '',
    productionDays: '',
    preorderLimit: '',
  }
}

/** A garment as the form first shows it. `now`: the shop's clock. */
export function draftOf(row: ProductRow, now: Date): Draft {
  return {
    name: row.name,
    slug: row.slug,
    description: row.description,
    price: row.price.toFixed(2),
    active: row.active,
    isPreorder: row.is_preorder,
    preorderDays: shownDays(row, now),
    pictures: picturesOf(row).map((stored) => ({ key: stored.url, stored, alt: stored.alt ?? '' })),
    sizes: row.sizes,
    fabric: readFabric(row.fabric),
    care: row.care ?? '',
    modestyNotes: row.modesty_notes ?? '',
    colour: row.colour ?? '',
    length: row.length ?? '',
    modelLine: row.model_line ?? '',
    productionDays: row.production_days?.toString() ?? '',
    preorderLimit: row.preorder_limit?.toString() ?? '',
  }
}

/** Whether both would be saved as the same; which slug was suggested and which typed makes no difference. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Puts together what two administrators made of one garment: what I changed since `base` stays mine, everything else is
 * theirs. Days and switch of a pre-order go together.
 */
export function mergeDrafts(versions: Versions<Draft>): Draft {
  const { base, mine } = versions
  const merged = mergeVersions(versions)
  const isMine = base.isPreorder !== mine.isPreorder || base.preorderDays !== mine.preorderDays
  return isMine ? { ...merged, isPreorder: mine.isPreorder, preorderDays: mine.preorderDays } : merged
}
