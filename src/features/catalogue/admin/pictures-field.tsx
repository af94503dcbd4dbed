import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dropInputLook } from '#admin/text-file.ts'
import { FieldFrame } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { FormDispatch, OpenForm } from './open-form.ts'
import { pictureTypes, randomName } from './picture-file.ts'
import { PictureList } from './picture-list.tsx'
import { type PictureWords, viewsToTake } from './product-draft.ts'

/** The garment's pictures: files are chosen or dropped here, uploaded at once, and sorted. */
export function PicturesField({ form, dispatch }: { form: OpenForm; dispatch: FormDispatch }) {
  const { opening, draft, errors, uploads, refused, lostPictures } = form
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  // Failed uploads continue without a click when the connection returns.
  useEffect(() => {
    const retry = () => dispatch({ type: 'retry', which: ({ isLost }) => isLost })
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [dispatch])

  function add(files: Iterable<File>) {
    dispatch({ type: 'add-pictures', files: Array.from(files, (file) => ({ key: randomName(file), file })) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file field inside
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.files)
      }}
      className={`-m-3 p-3 transition-colors ${over ? 'bg-paper-deep' : ''}`}
    >
      <FieldFrame label="Product Image" hint={guide(draft.pictures)} error={problemOf(form)}>
        {(bound) => (
          <input
            {...bound}
            ref={input}
            type="file"
            name="image"
            accept={pictureTypes}
            multiple
            onChange={({ target }) => {
              add(target.files ?? [])
              // Allows the same file to be chosen again.
              target.value = ''
            }}
            className={dropInputLook}
          />
        )}
      </FieldFrame>
      {refused.length > 0 && (
        <TextButton
          onClick={() => {
            const { pictures: _, ...left } = errors
            dispatch({ type: 'change', opening, change: { refused: [], errors: left } })
            input.current?.focus()
          }}
        >
          {refused.length === 1 ? 'Remove it' : 'Remove these'}
        </TextButton>
      )}
      {lostPictures > 0 && (
        <p role="status" className="mt-2 border-mulberry border-l-2 pl-4 text-small">
          {lostInWords(lostPictures)}
        </p>
      )}
      <PictureList pictures={draft.pictures} sizes={draft.sizes} uploads={uploads} dispatch={dispatch} />
      <p role="status" className="sr-only">
        {progressInWords(form)}
      </p>
    </div>
  )
}

/** What to photograph next. */
function guide(pictures: readonly PictureWords[]): string {
  const missing = pictures.length > 0 ? viewsToTake(pictures) : []
  const next = missing.length > 0 ? ` Still to take: ${missing.join('; ')}.` : ''
  const first = pictures.length === 0 ? ' Customers look for four: front, moving, close and back, on a real woman.' : ''
  return `You can choose several; the first is shown everywhere. Photos over 10 MB are made smaller first.${first}${next}`
}

function lostInWords(count: number): string {
  return count === 1
    ? 'One photograph had not been uploaded. Please choose it again.'
    : `${count} photographs had not been uploaded. Please choose them again.`
}

function problemOf({ refused, errors }: OpenForm): ReactNode {
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
