import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import { shopNow } from '#admin/shop-now.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { type FieldName, formFields, type ProductRow } from '../product.schema.ts'
import { type FormDispatch, type OpenForm, openForm } from './open-form.ts'
import { type Draft, draftFieldText, draftOf } from './product-draft.ts'

type NewerNoticeProps = { form: OpenForm; newer: ProductRow | null; dispatch: FormDispatch; onDetached: () => void }

const fields = (Object.keys(formFields) as FieldName[]).map((field) => ({
  label: formFields[field].label,
  words: (draft: Draft) => draftFieldText(draft, field),
}))

/** The notice that another administrator has saved or deleted (`newer` null) the garment meanwhile. */
export function NewerNotice({ form, newer, dispatch, onDetached }: NewerNoticeProps) {
  if (newer) {
    const versions = { base: form.initial, mine: form.draft, theirs: draftOf(newer, shopNow()) }
    return (
      <ConflictNotice
        className="mt-6"
        row={{ table: 'products', id: newer.id }}
        differences={listDifferences(fields, versions)}
        onKeepMine={() => dispatch({ type: 'keep-mine' })}
        onTakeTheirs={() => dispatch({ type: 'open', form: openForm(newer, shopNow()) })}
      >
        “Keep my changes” keeps the whole form as it is, in place of theirs. Nothing is saved until you press Save
        Product.
      </ConflictNotice>
    )
  }
  return (
    <div
      ref={focusNow}
      tabIndex={-1}
      className="mt-6 max-w-[46rem] border-mulberry border-l-2 bg-paper-deep/60 py-4 pr-4 pl-5 outline-none"
    >
      <p className="font-serif text-name">Someone else deleted this product while you had it open.</p>
      <p className="mt-2 text-small">Your text is still here. You can save it as a new product.</p>
      <Button
        tone="line"
        className="mt-4"
        onClick={() => {
          dispatch({ type: 'change', opening: form.opening, change: { row: null, newer: null } })
          onDetached()
        }}
      >
        Make it a new product
      </Button>
    </div>
  )
}
