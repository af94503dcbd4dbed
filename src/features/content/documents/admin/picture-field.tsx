import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { dropInputLook } from '#admin/text-file.ts'
import { pictureTypes, randomName, readyPicture, sendPicture } from '#features/catalogue/admin/picture-file.ts'
import { Field, FieldFrame } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { pictureAt } from '#ui/picture.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { BlockOf } from '../document.ts'

type Picture = BlockOf<'picture'>
type Upload = { share: number } | { problem: string; file: File }

const middle = { x: 50, y: 50 }

type PictureFieldProps = {
  block: Picture
  onChange: (block: Picture) => void
  /** Keeps the field of a closed block until its picture is there, for the reason given. */
  onHold: (reason: string | null) => void
}

/** A picture of a page: its file, which is uploaded at once, its description, and the point that is never cut off. */
export function PictureField({ block, onChange, onHold }: PictureFieldProps) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const latest = useRef({ block, onChange, onHold })
  latest.current = { block, onChange, onHold }
  const isMissing = upload !== null
  useEffect(() => latest.current.onHold(isMissing ? 'Its picture isn’t here yet.' : null), [isMissing])
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  async function send(chosen: File) {
    const name = randomName(chosen)
    control.current?.abort()
    const abort = new AbortController()
    control.current = abort
    const { signal } = abort
    setUpload({ share: 0 })
    const ready = await readyPicture(chosen)
    if (signal.aborted) return
    if ('why' in ready) return setUpload({ problem: `${chosen.name} ${ready.why}`, file: chosen })
    const file = { file: ready.file, name: ready.file === chosen ? name : randomName(ready.file) }
    const sent = await sendPicture({ ...file, signal, onShare: (share) => setUpload({ share }) })
    if (signal.aborted) return
    if (sent.url === undefined) return setUpload({ problem: sent.problem, file: chosen })
    setUpload(null)
    const { focus: _, ...rest } = latest.current.block
    latest.current.onChange({ ...rest, picture: { url: sent.url } })
  }

  const { picture, alt, focus = middle } = block
  const url = 'url' in picture ? picture.url : null
  const place = (change: Partial<typeof middle>) => onChange({ ...block, focus: { ...focus, ...change } })
  return (
    <>
      {url && (
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <FocusPoint url={url} focus={focus} onPlace={place} />
          <fieldset className="self-start">
            <legend className="label text-ink-soft">What is never cut off</legend>
            <p className="mt-1 text-ink-soft text-small">Tap the picture, or move the sliders.</p>
            <Slider label="From the left" value={focus.x} onChange={(x) => place({ x })} />
            <Slider label="From the top" value={focus.y} onChange={(y) => place({ y })} />
          </fieldset>
        </div>
      )}
      {!url && 'name' in picture && picture.name && (
        <p className="text-ink-soft">
          The photograph that came with the shop. Choose a file to replace it.
          {picture.name === 'hero' &&
            ' On wide screens it lies beside the heading: a wide photograph with the garments on the right fits best.'}
        </p>
      )}
      <FieldFrame
        label={url ? 'Another picture' : 'Picture'}
        hint="JPEG, PNG, WebP or AVIF. Photos over 10 MB are made smaller first."
        error={upload && 'problem' in upload ? upload.problem : undefined}
      >
        {(bound) => (
          <input
            {...bound}
            type="file"
            accept={pictureTypes}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void send(file)
              target.value = ''
            }}
            className={dropInputLook}
          />
        )}
      </FieldFrame>
      <p role="status" className="text-ink-soft text-small empty:hidden">
        {upload && 'share' in upload && `Uploading… ${Math.round(upload.share * 100)}%`}
      </p>
      {upload && 'file' in upload && <TextButton onClick={() => void send(upload.file)}>Try again</TextButton>}
      <Field
        label="Description"
        hint="For people who can’t see the picture: what it shows."
        value={alt}
        onChange={({ target }) => onChange({ ...block, alt: target.value })}
        {...limitCharacters(300)}
        autoComplete="off"
      />
    </>
  )
}

type FocusPointProps = { url: string; focus: typeof middle; onPlace: (focus: typeof middle) => void }

function FocusPoint({ url, focus, onPlace }: FocusPointProps) {
  function press({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const box = currentTarget.getBoundingClientRect()
    onPlace({
      x: Math.round(((clientX - box.left) / box.width) * 100),
      y: Math.round(((clientY - box.top) / box.height) * 100),
    })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the sliders beside it do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the sliders beside it do the same
    <div onClick={press} className="relative cursor-crosshair self-start bg-paper-deep">
      <img src={pictureAt(url, 640)} alt="" className="w-full" />
      <span
        aria-hidden="true"
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
        className="pointer-events-none absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-mulberry/60 shadow-lift"
      />
    </div>
  )
}

function Slider({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <label className="mt-2 block text-small">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="block min-h-11 w-full accent-mulberry"
      />
    </label>
  )
}
