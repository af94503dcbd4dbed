import { maxGiftNote } from '#features/cart/preferences.ts'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { ChangeBox, type ChangeFormProps } from './change-box.tsx'
import { sendGiftNote } from './change-requests.ts'

/** Adds, changes or removes the gift note. */
export function ChangeNoteForm({ token, note, onDone, onLeave, onStale }: ChangeFormProps & { note: string | null }) {
  const form = usePlainForm<'gift_note'>(async ({ gift_note: typed }) => {
    if (typed.trim() === (note ?? '')) return leave()
    const { wrong, isStale } = await sendGiftNote(token, typed)
    if (isStale) await onStale()
    if (!wrong) await onDone(typed.trim() ? 'Your gift note is saved.' : 'Your gift note has been removed.')
    return wrong
  })

  function leave() {
    onLeave()
    return null
  }

  return (
    <ChangeBox
      form={form}
      title="Gift note"
      lead="We’ll print it and put it in the parcel, which shows no prices."
      send="Save"
      onLeave={onLeave}
    >
      <FieldFrame
        label="Your note"
        hint={`Up to ${maxGiftNote} characters. Leave it blank to send no note.`}
        error={form.errors.gift_note}
      >
        {(bound) => (
          <textarea
            dir="auto"
            {...bound}
            name="gift_note"
            rows={3}
            {...limitCharacters(maxGiftNote)}
            defaultValue={note ?? ''}
            className={`mt-1 ${inputLook} field-sizing-content min-h-24 resize-y leading-[1.5]`}
          />
        )}
      </FieldFrame>
    </ChangeBox>
  )
}
