import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { type EditedDocument, useDocumentChanges } from './document-queries.ts'
import { editAddress } from './edit-address.ts'
import { AddressField, type Place, PlaceField, typedPath } from './page-fields.tsx'
import { type Autosave, useAttempt } from './use-autosave.ts'

type AddressSectionProps = { edited: EditedDocument; autosave: Autosave; onChanged: () => Promise<unknown> }

/** The address of an own page, its place in the navigation, and its deletion. */
export function AddressSection({ edited, autosave, onChanged }: AddressSectionProps) {
  const { path, place } = edited
  const { move, remove } = useDocumentChanges()
  const { ask, dialog } = useQuestions()
  const navigate = useNavigate()
  const [typed, setTyped] = useState({ address: path.slice(1), place: (place ?? '') as Place })
  const isBusy = move.isPending || remove.isPending
  const { attempt, problem } = useAttempt(autosave, { isBusy })

  const save = () =>
    attempt(async (revision) => {
      const to = typedPath(typed.address)
      const done = await move.mutateAsync({ path, revision, to, place: typed.place || null })
      autosave.continueFrom(done.revision, autosave.saved)
      const isMoved = to !== path
      const description = isMoved ? `The page is at ${to}. Links to ${path} lead there.` : 'The navigation has changed.'
      await toast({ title: 'Saved', description, tone: 'success', about: 'document' })
      if (isMoved) await navigate(editAddress(to), { replace: true })
      else await onChanged()
    })

  async function deletePage() {
    const answer = await ask({
      title: `Delete the page ${path}?`,
      body: ['Its text and all its versions are deleted, and links to it lead to the page that says it was not found.'],
      choices: [{ id: 'delete', label: 'Delete the page' }],
    })
    if (answer === null) return
    await attempt(async (revision) => {
      await remove.mutateAsync({ path, revision })
      await toast({ title: 'Deleted', description: path, tone: 'success', about: 'document' })
      await navigate('/admin/pages')
    })
  }

  return (
    <section aria-labelledby="address" className="mt-12 border-line border-t pt-8">
      <h2 id="address" tabIndex={-1} className="text-title leading-tight outline-none">
        Address and navigation
      </h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="mt-5 grid max-w-[34rem] gap-y-5"
      >
        <AddressField
          value={typed.address}
          onChange={(address) => setTyped({ ...typed, address })}
          error={problem ?? undefined}
        />
        <PlaceField value={typed.place} onChange={(chosen: Place) => setTyped({ ...typed, place: chosen })} />
        <p className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <Button type="submit" tone="line" aria-disabled={isBusy}>
            Save
          </Button>
          <TextButton aria-disabled={isBusy} onClick={() => void deletePage()}>
            Delete the page
          </TextButton>
        </p>
      </form>
      {dialog}
    </section>
  )
}
