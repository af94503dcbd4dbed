import { useEffect, useId, useState } from 'react'
import { buttonLook } from '#ui/button.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Upload } from './upload-photograph.ts'

/** An uploaded photograph; `url` shows it in this browser, null for one that was sent on an earlier visit. */
export type Photograph = { name: string; url: string | null; title: string }

const accepted = 'image/jpeg,image/png,image/webp,image/avif'

/** Photographs that a customer sends with a form, uploaded as soon as they are chosen; `most` of them. */
export function PhotographsField({
  upload,
  most,
  hint,
  photographs,
  onChange,
  onBusy,
  error,
}: {
  upload: (file: File) => Promise<Upload>
  most: number
  hint: string
  photographs: Photograph[]
  onChange: (photographs: Photograph[]) => void
  /** While photographs are on their way, the form waits. */
  onBusy: (isBusy: boolean) => void
  error: string | undefined
}) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [left, setLeft] = useState(0)
  const hasRoom = photographs.length < most

  useEffect(() => onBusy(left > 0), [left, onBusy])

  async function add(files: File[]) {
    const chosen = files.slice(0, most - photographs.length)
    setProblem(chosen.length < files.length ? `At most ${most} photographs.` : undefined)
    setLeft(chosen.length)
    const added: Photograph[] = []
    for (const file of chosen) {
      const sent = await upload(file)
      if ('problem' in sent) setProblem(sent.problem)
      else added.push({ name: sent.name, url: URL.createObjectURL(file), title: file.name })
      setLeft((count) => count - 1)
    }
    onChange([...photographs, ...added])
  }

  function remove({ name, url }: Photograph) {
    if (url) URL.revokeObjectURL(url)
    onChange(photographs.filter((each) => each.name !== name))
  }

  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="label text-ink-soft">Photographs</legend>
      <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-small">
        {hint}
      </p>
      {photographs.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-4">
          {photographs.map((photograph) => (
            <li key={photograph.name}>
              {photograph.url ? (
                <img src={photograph.url} alt={photograph.title} className="h-24 w-20 bg-paper-deep object-cover" />
              ) : (
                <span className="flex h-24 w-20 items-center justify-center bg-paper-deep px-1 text-center text-ink-soft text-small">
                  {photograph.title}
                </span>
              )}
              <TextButton onClick={() => remove(photograph)} aria-label={`Remove ${photograph.title}`}>
                Remove
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {hasRoom && (
        <label
          className={`${buttonLook('line')} mt-3 cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 ${left > 0 ? 'opacity-60' : ''}`}
        >
          <input
            type="file"
            accept={accepted}
            multiple
            disabled={left > 0}
            className="sr-only"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              void add(files)
            }}
          />
          {left > 0 ? 'Sending…' : photographs.length > 0 ? 'Add another' : 'Add photographs'}
        </label>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {problem ?? error}
      </p>
    </fieldset>
  )
}
