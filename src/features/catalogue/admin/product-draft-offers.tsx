import { DraftOffer } from '#admin/draft-offer.tsx'
import { type StoredDraft, useDraftOffers } from '#admin/use-draft.ts'
import { toast } from '#ui/toast.ts'
import { type OpenForm, openWithDraft, type ProductDraft, readProductDraft } from './open-form.ts'

/** Offers the product forms that this administrator left unsaved in this browser, above the form and the list. */
export function ProductDraftOffers({ form, mayOpen }: { form: OpenForm | null; mayOpen: () => boolean }) {
  const { offers, forget } = useDraftOffers({ form: 'product', rowId: null, read: readProductDraft })

  async function open(value: ProductDraft, draft: StoredDraft) {
    if (!mayOpen()) return
    if (await openWithDraft(value, draft)) return forget(draft)
    const description = 'We could not reach the shop. Please check your connection and try again.'
    await toast({ title: 'Error', description, tone: 'error', about: 'products' })
  }

  return offers
    .filter(({ draft }) => draft.slot !== form?.slot)
    .map(({ draft, value }) => (
      <DraftOffer
        key={draft.key}
        of={nameOf(value, draft)}
        draft={{
          offer: { savedAt: draft.savedAt, isOutdated: false },
          continueWith: () => void open(value, draft),
          discard: () => forget(draft),
        }}
        focusId="products"
        className="mt-6"
      >
        {value.lostPictures > 0 && <p>{lostWords(value.lostPictures)}</p>}
      </DraftOffer>
    ))
}

function nameOf({ draft: { name } }: ProductDraft, { rowId }: StoredDraft): string {
  if (name.trim()) return `“${name.trim()}”`
  return rowId === 'new' ? 'a new product' : 'a product'
}

function lostWords(count: number): string {
  return count === 1
    ? 'One photograph had not been uploaded. Please choose it again.'
    : `${count} photographs had not been uploaded. Please choose them again.`
}
