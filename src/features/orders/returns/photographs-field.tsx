import { useId, useState } from 'react'
import { loadBackend } from '#platform/client/backend-client.ts'
import { buttonLook } from '#ui/button.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** An uploaded photograph; `url` shows it in this browser, null for one that was sent on an earlier visit. */
type Photograph = { name: string; url: string | null; title: string }

/** Where photographs go: `reserve` requests a name and an upload token from the shop. */
type Place = { bucket: string; reserve: () => Promise<{ name: string; token: string }> }

const accepted = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * The photographs of a form, uploaded as soon as they are chosen; `left` are still on their way. `sent`: the names of
 * those of an earlier visit.
 */
export function usePhotographs(place: Place, sent: readonly string[] = []) {
  const [photographs, setPhotographs] = useState(() =>
    sent.map((name, index): Photograph => ({ name, url: null, title: `Photograph ${index + 1}` })),
  )
  const [problem, setProblem] = useState<string>()
  const [left, setLeft] = useState(0)
  return {
    photographs,
    names: photographs.map(({ name }) => name),
    problem,
    left,
    async add(files: File[], most: number) {
      const chosen = files.slice(0, most - photographs.length)
      setProblem(chosen.length < files.length ? `At most ${most} photographs.` : undefined)
      setLeft(chosen.length)
      const added: Photograph[] = []
      for (const file of chosen) {
        const sent = await upload(file, place)
        if ('problem' in sent) setProblem(sent.problem)
        else added.push({ name: sent.name, url: URL.createObjectURL(file), title: file.name })
        setLeft((count) => count - 1)
      }
      setPhotographs([...photographs, ...added])
    },
    remove({ name, url }: Photograph) {
      if (url) URL.revokeObjectURL(url)
      setPhotographs(photographs.filter((each) => each.name !== name))
    },
  }
}

/** Uploads a photograph, scaled down where it is too large. Never throws. */
async function upload(file: File, { bucket, reserve }: Place): Promise<{ name: string } | { problem: string }> {
  try {
    const { readyPicture } = await import('#features/catalogue/admin/picture-file.ts')
    const ready = await readyPicture(file)
    if ('why' in ready) return { problem: `${file.name} ${ready.why}` }
    const place = await reserve()
    const backend = await loadBackend()
    const { error } = await backend.storage
      .from(bucket)
      .uploadToSignedUrl(place.name, place.token, ready.file, { contentType: ready.file.type })
    return error ? { problem: `${file.name} couldn’t be sent. Please try another picture.` } : { name: place.name }
  } catch {
    return { problem: `${file.name} didn’t reach us. Please try again.` }
  }
}

type PhotographsFieldProps = {
  photos: ReturnType<typeof usePhotographs>
  most: number
  hint: string
  error: string | undefined
}

/** Photographs that a customer sends with a form; `most` of them. */
export function PhotographsField({ photos, most, hint, error }: PhotographsFieldProps) {
  const { photographs, left, problem } = photos
  const id = useId()
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
              <TextButton onClick={() => photos.remove(photograph)} aria-label={`Remove ${photograph.title}`}>
                Remove
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {photographs.length < most && (
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
              void photos.add(files, most)
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
