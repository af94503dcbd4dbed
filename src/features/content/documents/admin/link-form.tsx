import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'

type Pages = readonly { path: string; name: string }[]

const elsewhere = 'https'
const email = 'mail:'

/** Where a link or a button leads: a page of the shop, a website, or an e-mail to the shop. */
export function LinkField({ to, pages, onChange, error }: LinkFieldProps) {
  const isWebsite = to === '' || to.startsWith('http')
  const known = [...pages.map(({ path, name }) => ({ id: path, name })), { id: email, name: 'An e-mail to the shop' }]
  const other = !isWebsite && !known.some(({ id }) => id === to) ? [{ id: to, name: to }] : []
  return (
    <div className="grid gap-y-4">
      <SelectField
        label="Leads to"
        value={isWebsite ? elsewhere : to}
        choices={[...known, ...other, { id: elsewhere, name: 'Another website' }]}
        onChange={({ target }) => onChange(target.value === elsewhere ? 'https://' : target.value)}
      />
      {isWebsite && (
        <Field
          label="Its address"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={to}
          onChange={({ target }) => onChange(target.value)}
          maxLength={500}
          autoComplete="off"
          error={error}
        />
      )}
    </div>
  )
}

type LinkFieldProps = {
  to: string
  pages: Pages
  onChange: (to: string) => void
  error?: string | undefined
}

/** Why a link cannot have this address; null if it can. */
export function linkProblem(to: string): string | null {
  if (!to.startsWith('http') && to !== '') return null
  return URL.canParse(to) && new URL(to).protocol === 'https:' ? null : 'Enter an address that starts with https://.'
}

type LinkFormProps = {
  /** The address of the link at the cursor; null for none. */
  to: string | null
  /** Whether there are words that would become the link. */
  hasWords: boolean
  pages: Pages
  /** Null removes the link. */
  onSet: (to: string | null) => void
  onClose: () => void
}

/** The address of a link in the text. */
export function LinkForm({ to, hasWords, pages, onSet, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState(to ?? pages[0]?.path ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    // No form element: the editor may be inside one.
    <div className="my-2 grid max-w-[30rem] gap-y-4 border-mulberry border-l-2 py-1 pl-5">
      {hasWords ? (
        <>
          <LinkField to={typed} pages={pages} onChange={setTyped} error={problem ?? undefined} />
          <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
            <Button
              tone="line"
              onClick={() => {
                const found = linkProblem(typed)
                setProblem(found)
                if (!found) onSet(typed)
              }}
            >
              {to === null ? 'Add the link' : 'Change the link'}
            </Button>
            {to !== null && <TextButton onClick={() => onSet(null)}>Remove the link</TextButton>}
            <TextButton onClick={onClose}>Cancel</TextButton>
          </div>
        </>
      ) : (
        <>
          <p>First select the words that should lead somewhere.</p>
          <TextButton onClick={onClose}>Back to the text</TextButton>
        </>
      )}
    </div>
  )
}
