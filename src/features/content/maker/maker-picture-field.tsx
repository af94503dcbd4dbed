import { useEffect, useRef, useState } from 'react'
import { pictureTypes, randomName, readyPicture, sendPicture } from '#features/catalogue/admin/picture-file.ts'
import { type MakerPicture, maxMakerAlt } from '#features/settings/shop-settings.ts'
import { Field, FieldFrame } from '#ui/field.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** One photograph: it is uploaded when it is chosen, and part of the page once the form is saved. */
export function MakerPictureField({
  label,
  example,
  picture,
  onChange,
}: {
  label: string
  example: string
  picture: MakerPicture
  onChange: (picture: MakerPicture) => void
}) {
  const { share, problem, upload } = useUpload((url) => onChange({ url, alt: picture.alt }))
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-5">
      {picture.url ? (
        <img
          src={pictureAt(picture.url, 320)}
          alt={picture.alt || label}
          className="aspect-4/5 w-full bg-paper-deep object-cover"
        />
      ) : (
        <span aria-hidden="true" className="aspect-4/5 w-full border border-edge border-dashed" />
      )}
      <div className="grid gap-y-3">
        <FieldFrame label={label} error={problem}>
          {(bound) => (
            <input
              {...bound}
              type="file"
              accept={pictureTypes}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // Allows the same file to be chosen again.
                target.value = ''
                if (file) void upload(file)
              }}
              className="mt-2 block min-h-12 w-full cursor-pointer text-small text-transparent file:mr-0 file:min-h-11 file:cursor-pointer file:border file:border-ink file:bg-transparent file:px-5 file:text-ink"
            />
          )}
        </FieldFrame>
        <p role="status" className="text-ink-soft text-small empty:hidden">
          {share !== null && (share < 1 ? `Uploading… ${Math.round(share * 100)}%` : 'Finishing…')}
        </p>
        {picture.url && (
          <>
            <Field
              label="What it shows"
              placeholder={example}
              value={picture.alt}
              maxLength={maxMakerAlt}
              onChange={({ target }) => onChange({ ...picture, alt: target.value })}
              autoComplete="off"
            />
            <p>
              <TextButton onClick={() => onChange({ url: '', alt: '' })}>Remove the photograph</TextButton>
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** Uploads one file at a time; a later file replaces one that is still on its way. `share`: 0 to 1, null at rest. */
function useUpload(onStored: (url: string) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  // The form may have changed while the file was on its way.
  const stored = useRef(onStored)
  useEffect(() => {
    stored.current = onStored
  })
  useEffect(() => () => running.current?.abort(), [])

  async function upload(file: File) {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setProblem(null)
    setShare(0)
    const result = await store(file, control.signal, setShare)
    if (control.signal.aborted) return
    setShare(null)
    if ('problem' in result) setProblem(result.problem)
    else stored.current(result.url)
  }

  return { share, problem, upload }
}

async function store(
  file: File,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<{ url: string } | { problem: string }> {
  const ready = await readyPicture(file)
  if ('why' in ready) return { problem: `${file.name || 'This file'} ${ready.why}` }
  const sent = await sendPicture({ file: ready.file, name: randomName(ready.file), signal, onShare })
  return sent.url === undefined ? { problem: `${sent.problem} Please choose it again.` } : { url: sent.url }
}
