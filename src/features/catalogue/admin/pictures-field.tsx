import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FieldFrame } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type OpenForm, useProductFields } from './open-form.ts'
import { pictureTypes } from './picture-file.ts'
import { PictureList } from './picture-list.tsx'
import { addPictures, leaveOutRefused, retryLostPictures } from './pictures.ts'
import type { FieldErrors } from './product-draft.ts'

/** The garment's pictures: files are chosen or dropped here, uploaded at once, and sorted. */
export function PicturesField({ form }: { form: OpenForm }) {
  const { uploads, refused } = form
  const { draft, errors } = useProductFields(form)
  const field = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  // Failed uploads continue without a click when the connection returns.
  useEffect(() => {
    window.addEventListener('online', retryLostPictures)
    return () => window.removeEventListener('online', retryLostPictures)
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file field inside
    <div
      ref={field}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        addPictures([...event.dataTransfer.files])
      }}
      className={`-m-3 p-3 transition-colors ${over ? 'bg-paper-deep' : ''}`}
    >
      <FieldFrame
        label="Product Image"
        hint="You can choose several; the first is shown everywhere. Photos over 10 MB are made smaller first."
        error={problemOf(form, errors)}
      >
        {(bound) => (
          <input
            {...bound}
            type="file"
            name="image"
            accept={pictureTypes}
            multiple
            onChange={({ target }) => {
              addPictures([...(target.files ?? [])])
              // Allows the same file to be chosen again.
              target.value = ''
            }}
            className="mt-2 block min-h-12 w-full cursor-pointer border border-edge border-dashed p-3 text-small text-transparent file:mr-0 file:min-h-11 file:cursor-pointer file:border file:border-ink file:bg-transparent file:px-5 file:text-ink hover:border-mulberry aria-invalid:border-mulberry"
          />
        )}
      </FieldFrame>
      {refused.length > 0 && (
        <TextButton
          onClick={() => {
            leaveOutRefused()
            field.current?.querySelector('input')?.focus()
          }}
        >
          {refused.length === 1 ? 'Remove it' : 'Remove these'}
        </TextButton>
      )}
      <PictureList pictures={draft.pictures} uploads={uploads} />
      <p role="status" className="sr-only">
        {progressInWords(form)}
      </p>
    </div>
  )
}

function problemOf({ refused }: OpenForm, errors: FieldErrors): ReactNode {
  if (refused.length === 0) return errors.pictures
  return (
    <>
      {refused.map(({ name, why }) => (
        <span key={name} className="wrap-any mb-1 block">{`${name} ${why} `}</span>
      ))}
      {errors.pictures}
    </>
  )
}

function progressInWords({ uploads }: OpenForm): string {
  const all = Object.values(uploads)
  const stored = all.filter(({ state }) => state === 'stored').length
  const failed = all.filter(({ state }) => state === 'failed').length
  if (all.length === 0) return ''
  if (stored === all.length) return 'All pictures are uploaded.'
  if (all.some(({ state }) => state === 'shrinking')) return 'Preparing the pictures.'
  return `${stored} of ${all.length} pictures uploaded${failed > 0 ? `, ${failed} failed` : ''}.`
}
