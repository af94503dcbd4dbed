import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import { shopNow } from '#admin/shop-now.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { type FieldName, formFields, type ProductRow } from '../product.schema.ts'
import { changeDraft, changeForm, type OpenForm, openForm, useProductFields } from './open-form.ts'
import { type Draft, draftFieldText, draftOf, mergeDrafts } from './product-draft.ts'

/** The notice that another administrator has saved or deleted the garment meanwhile. */
export function NewerNotice({ form, newer: { row } }: { form: OpenForm; newer: { row: ProductRow | null } }) {
  return row ? <Changed form={form} row={row} /> : <Deleted />
}

function Changed({ form, row }: { form: OpenForm; row: ProductRow }) {
  const theirs = draftOf(row, shopNow())
  const { draft: mine } = useProductFields(form)
  const versions = { base: form.initial, mine, theirs }
  const fields = (Object.keys(formFields) as FieldName[]).map((field) => ({
    label: formFields[field].label,
    words: (draft: Draft) => draftFieldText(draft, field),
  }))
  return (
    <ConflictNotice
      className="mt-6"
      row={{ table: 'products', id: row.id }}
      differences={listDifferences(fields, versions)}
      onKeepMine={() => {
        changeForm({ row, initial: theirs, newer: null })
        changeDraft(mergeDrafts(versions))
      }}
      onTakeTheirs={() => openForm(row, shopNow())}
    >
      “Keep my changes” keeps the fields you changed and takes theirs for the rest. Nothing is saved until you press
      Save Product.
    </ConflictNotice>
  )
}

function Deleted() {
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
          changeForm({ row: null, newer: null })
          document.getElementById('product-form')?.focus()
        }}
      >
        Make it a new product
      </Button>
    </div>
  )
}
