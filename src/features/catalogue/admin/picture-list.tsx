import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { OrderButtons, SortableList, useSortableEntry } from '#admin/sortable-list.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { views } from '../garment-picture.ts'
import { printedSize } from '../sizes/size.ts'
import { mostBytes } from './encode-jpeg.ts'
import type { FormDispatch, Upload } from './open-form.ts'
import type { DraftPicture, PictureWords } from './product-draft.ts'

type PictureListProps = {
  pictures: DraftPicture[]
  /** The sizes of the garment. */
  sizes: readonly string[]
  uploads: Record<string, Upload>
  dispatch: FormDispatch
}

/** The pictures in order. Dragging, the keyboard and the arrow buttons change the order. */
export function PictureList({ pictures, sizes, uploads, dispatch }: PictureListProps) {
  if (pictures.length === 0) return null
  return (
    <SortableList
      keys={pictures.map(({ key }) => key)}
      label="Pictures in order"
      noun="picture"
      className="mt-3"
      onMove={(key, to) => dispatch({ type: 'move-picture', key, to })}
    >
      {pictures.map((picture, index) => (
        <PictureEntry
          key={picture.key}
          picture={picture}
          sizes={sizes}
          place={index}
          count={pictures.length}
          upload={uploads[picture.key]}
          dispatch={dispatch}
        />
      ))}
    </SortableList>
  )
}

type PictureEntryProps = {
  picture: DraftPicture
  sizes: readonly string[]
  place: number
  count: number
  upload: Upload | undefined
  dispatch: FormDispatch
}

/** One picture in the form: its preview, its upload, what the owner says of it, and its position. */
function PictureEntry({ picture, sizes, place, count, upload, dispatch }: PictureEntryProps) {
  const { key, stored, alt } = picture
  const say = (change: Partial<PictureWords>) => dispatch({ type: 'describe-picture', key, change })
  const { ref, style, isDragging, handle } = useSortableEntry(key)
  const name = `picture ${place + 1}`
  const [isUnseen, setUnseen] = useState(false)
  const preview = usePreview(upload?.file)
  const source = preview ?? (stored ? pictureAt(stored.url, 320) : undefined)
  return (
    <li
      ref={ref}
      style={style}
      className={`grid grid-cols-[5.25rem_minmax(0,1fr)] gap-x-4 border-line border-b py-3 ${isDragging ? 'relative z-10 bg-paper shadow-lift' : ''}`}
    >
      <div className="relative self-start bg-paper-deep">
        <img
          src={source}
          alt={alt || `Preview of ${name}`}
          // A picture that this browser cannot show must not look broken; the text beside it says what the shop makes
          // of it.
          onError={() => setUnseen(true)}
          onLoad={() => setUnseen(false)}
          className={`aspect-3/4 w-full object-cover ${stored ? '' : 'opacity-60'} ${isUnseen ? 'invisible' : ''}`}
        />
        {isUnseen && (
          <p className="wrap-any absolute inset-0 overflow-hidden p-2 text-[0.8125rem] text-ink-soft leading-tight">
            {upload?.file.name ?? 'No preview for this picture'}
          </p>
        )}
        {place === 0 && (
          <span className="label absolute inset-x-0 bottom-0 bg-mulberry py-0.5 text-center text-[0.6875rem] text-paper">
            First
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-col">
        <Field
          label={`Description of ${name}`}
          placeholder="For example: from the back"
          value={alt}
          onChange={({ target }) => say({ alt: target.value })}
          maxLength={300}
          autoComplete="off"
        />
        <PictureFacts picture={picture} name={name} sizes={sizes} say={say} />
        {upload && (
          <PictureState
            upload={upload}
            name={name}
            onRetry={() => dispatch({ type: 'retry', which: (_, failed) => failed === key })}
          />
        )}
        <div className="mt-auto -ml-3 flex">
          <OrderButtons
            name={name}
            place={place}
            count={count}
            handle={handle}
            onMove={(to) => dispatch({ type: 'move-picture', key, to })}
          />
          <IconButton
            label={`Remove ${name}`}
            tip="Remove"
            onClick={() => dispatch({ type: 'remove-picture', key })}
            className="-mr-3 ml-auto"
          >
            <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
          </IconButton>
        </div>
      </div>
    </li>
  )
}

type PictureFactsProps = {
  picture: PictureWords
  name: string
  sizes: readonly string[]
  say: (change: Partial<PictureWords>) => void
}

/** What a picture shows, and the woman who wears the garment in it. */
function PictureFacts({ picture, name, sizes, say }: PictureFactsProps) {
  const { view, wearer, wearerHeight, wearerSize } = picture
  const worn = [...new Set([...sizes, ...(wearerSize ? [wearerSize] : [])])]
  return (
    <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-4">
      <SelectField
        label="Shows"
        aria-label={`What ${name} shows`}
        value={view}
        choices={[{ id: '', name: 'Not said' }, ...views]}
        prompt={null}
        onChange={({ target }) => say({ view: target.value })}
      />
      <Field
        label="Worn by"
        aria-label={`Who wears it in ${name}`}
        placeholder="First name"
        value={wearer}
        onChange={({ target }) => say({ wearer: target.value })}
        maxLength={60}
        autoComplete="off"
      />
      <Field
        label="Her height"
        aria-label={`Her height in ${name}`}
        placeholder="168 cm"
        value={wearerHeight}
        onChange={({ target }) => say({ wearerHeight: target.value })}
        maxLength={20}
        autoComplete="off"
      />
      <SelectField
        label="Her size"
        aria-label={`Her size in ${name}`}
        value={wearerSize}
        choices={[{ id: '', name: '–' }, ...worn.map((size) => ({ id: size, name: printedSize(size) }))]}
        prompt={null}
        onChange={({ target }) => say({ wearerSize: target.value })}
      />
      {(wearer || wearerHeight || wearerSize) && (
        <p className="text-ink-soft text-small sm:col-span-4">
          Everyone sees this with the picture: please ask her first.
        </p>
      )}
    </div>
  )
}

/** A local URL of a chosen file. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

type PictureStateProps = { upload: Upload; name: string; onRetry: () => void }

/** The state of a picture's upload; a failed one shows the reason and a retry button. */
function PictureState({ upload: { file, state, share, problem }, name, onRetry }: PictureStateProps) {
  if (state === 'stored') return null
  if (state === 'shrinking') {
    return (
      <p className="mt-2.5 text-ink-soft text-small">
        {file.size > mostBytes ? 'Making it smaller…' : 'Converting it to JPEG…'}
      </p>
    )
  }
  if (state === 'failed') {
    return (
      <div className="mt-1.5 text-small">
        <p className="text-mulberry">{problem}</p>
        <TextButton onClick={onRetry} aria-label={`Try again with ${name}`}>
          Try again
        </TextButton>
      </div>
    )
  }
  const percent = Math.round(share * 100)
  return (
    <div className="mt-2.5">
      <div
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-0.5 bg-line"
      >
        <div className="h-full bg-mulberry transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1 text-ink-soft text-small tabular-nums">{progressText(state, percent)}</p>
    </div>
  )
}

function progressText(state: Upload['state'], percent: number): string {
  if (state === 'new' || state === 'waiting') return 'Waiting…'
  return percent < 100 ? `Uploading… ${percent}%` : 'Finishing…'
}
