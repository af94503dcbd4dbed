import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStoredValue } from '#base/stored-value.ts'
import { countCharacters } from '#platform/text/kept-text.ts'
import { inputLook } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { TextButton } from '#ui/text-button.tsx'
import { giftNote, maxGiftNote } from './preferences.ts'

/** The note to enclose with a present: a button until it is pressed or a note is stored. Each change is stored. */
export function GiftNote() {
  const note = useStoredValue(giftNote)
  const [isOpen, setOpen] = useState(note !== '')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  function open() {
    flushSync(() => setOpen(true))
    field.current?.focus()
    field.current?.scrollIntoView({ block: 'center' })
  }

  function remove() {
    giftNote.update(() => '')
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }

  if (!isOpen) {
    return (
      <p className="pb-2">
        <TextButton ref={opener} onClick={open} className="text-small">
          Add a gift note
        </TextButton>
      </p>
    )
  }
  return (
    <div className="pt-1 pb-4">
      <div className="flex items-center justify-between gap-x-4">
        <label htmlFor={id} className="label text-ink-soft">
          Gift note
        </label>
        <TextButton onClick={remove} className="text-small">
          Remove<span className="sr-only"> the gift note</span>
        </TextButton>
      </div>
      <textarea
        dir="auto"
        ref={field}
        id={id}
        rows={3}
        value={note}
        {...limitCharacters(maxGiftNote)}
        onChange={({ target }) => giftNote.update(() => target.value)}
        aria-describedby={`${id}-hint`}
        className={`${inputLook} resize-y leading-snug`}
      />
      <p id={`${id}-hint`} className="mt-1.5 flex justify-between gap-x-4 text-ink-soft text-small leading-snug">
        <span>We’ll print it and put it in the parcel, which shows no prices.</span>
        <span className="shrink-0 tabular-nums">
          {countCharacters(note)}
          <span aria-hidden="true"> / </span>
          <span className="sr-only"> of </span>
          {maxGiftNote}
        </span>
      </p>
    </div>
  )
}
