import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { changeDraft, changeForm, type OpenForm, useProductFields } from './open-form.ts'

/** The garment's address. It follows the name until she writes it herself; where it is taken, a free one is offered. */
export function SlugField({ form }: { form: OpenForm }) {
  const { row, freeSlug } = form
  const { draft, errors } = useProductFields(form)
  const { slug } = draft

  function write(typed: string) {
    // Emptied, it follows the name again.
    changeForm({ slugTouched: typed !== '' || row !== null })
    changeDraft({ slug: typed })
  }

  return (
    <div>
      <Field
        label="URL Slug"
        name="slug"
        placeholder="mary-dress"
        required
        value={slug}
        onChange={({ target }) => write(target.value)}
        hint={hintOf(slug, row?.slug)}
        error={errors.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="wrap-any"
      />
      {freeSlug && <TextButton onClick={() => write(freeSlug)}>{`Use ${freeSlug}`}</TextButton>}
    </div>
  )
}

function hintOf(slug: string, saved: string | undefined): string {
  if (saved && slug !== saved) return `Links to /product/${saved} keep working: they lead to the new address.`
  return `The end of its address: /product/${slug || 'mary-dress'}`
}
