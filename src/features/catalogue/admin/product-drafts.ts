import { fetchShopTime, shopNow } from '#admin/shop-now.ts'
import { isLike } from '#admin/use-draft.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import type { Fabric } from '../fabric.ts'
import { changeDraft, changeForm, type OpenForm, openForm } from './open-form.ts'
import { type Draft, draftOf, emptyDraft, mergeDrafts } from './product-draft.ts'
import { findRow } from './write-product.ts'

/** The stored data of an open product form. `initial`: the values that the form first showed. */
export type ProductDraft = {
  draft: Draft
  initial: Draft
  slugTouched: boolean
  /** The number of chosen pictures that were not uploaded: a browser cannot store them. */
  lostPictures: number
}

/** The stored data of a form. */
export function productDraft({ fields, initial, slugTouched }: OpenForm): ProductDraft {
  const draft = fields.getValues()
  const pictures = draft.pictures.filter(({ stored }) => stored !== null)
  return {
    draft: { ...draft, pictures },
    initial,
    slugTouched,
    lostPictures: draft.pictures.length - pictures.length,
  }
}

/** Reads a stored draft; null for one that the form can no longer show. */
export function readProductDraft(kept: unknown): ProductDraft | null {
  const like = { draft: draftExample, initial: draftExample, slugTouched: true, lostPictures: 0 }
  if (!isLike(kept, like)) return null
  const value = kept as ProductDraft
  return isFabric(value.draft.fabric) && isFabric(value.initial.fabric) ? value : null
}

const draftExample = {
  ...emptyDraft(),
  sizes: [''],
  pictures: [{ key: '', stored: { url: '' }, alt: '' }],
  fabric: { kind: '' },
}

function isFabric(fabric: Fabric): boolean {
  const parts: Fabric = { kind: 'parts', parts: [{ material: '', percent: '' }] }
  return fabric.kind === 'words' ? isLike(fabric, { kind: 'words', text: '' }) : isLike(fabric, parts)
}

/**
 * Opens the form with a draft of the garment `rowId`, or of a new one ('new'). If the garment has changed since the
 * draft or was deleted, the form says so as after a conflicting save. Returns whether the garment could be read.
 */
export async function openWithDraft(
  { draft, initial, slugTouched }: ProductDraft,
  of: { rowId: string; version: string },
) {
  if (of.rowId === 'new') {
    openForm(null, serverNow())
    changeForm({ slugTouched })
    changeDraft(draft)
    return true
  }
  const [row] = await Promise.all([findRow('id', of.rowId).catch(() => undefined), fetchShopTime()])
  if (row === undefined) return false
  openForm(row, shopNow())
  if (row === null) changeForm({ slugTouched: true, newer: { row } })
  else if (String(row.version) !== of.version) {
    changeForm({ row: { ...row, version: Number(of.version) }, initial, newer: { row } })
  }
  const isSameVersion = row !== null && String(row.version) === of.version
  changeDraft(isSameVersion ? mergeDrafts({ base: initial, mine: draft, theirs: draftOf(row, shopNow()) }) : draft)
  return true
}
