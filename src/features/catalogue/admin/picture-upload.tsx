import { useEffect, useRef, useState } from 'react'
import { uploadInputLook } from '#admin/text-file.ts'
import { FieldFrame } from '#ui/field.tsx'
import { pictureTypes, randomName, readyPicture, sendPicture } from './picture-file.ts'

type PictureUploadProps = {
  label: string
  hint?: string
  /** Why a file is not taken, to continue a sentence that starts with its name; null where it is. */
  refuse?: (file: File) => Promise<string | null>
  onStored: (url: string) => void
}

/** The field of one picture, which is uploaded when it is chosen. */
export function PictureUpload({ label, hint, refuse, onStored }: PictureUploadProps) {
  const { share, problem, upload } = useUpload(onStored, refuse)
  return (
    <>
      <FieldFrame label={label} hint={hint} error={problem}>
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
            className={uploadInputLook}
          />
        )}
      </FieldFrame>
      <p role="status" className="text-ink-soft text-small empty:hidden">
        {share !== null && (share < 1 ? `Uploading… ${Math.round(share * 100)}%` : 'Finishing…')}
      </p>
    </>
  )
}

/** Uploads one file at a time; a later file replaces one that is still on its way. `share`: 0 to 1, null at rest. */
function useUpload(onStored: (url: string) => void, refuse?: PictureUploadProps['refuse']) {
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
    const why = await refuse?.(file)
    const result = why ? { problem: `${file.name || 'This file'} ${why}` } : await store(file, control.signal, setShare)
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
