import { TextButton } from '#ui/text-button.tsx'
import type { Upload } from './open-form.ts'
import { mostBytes } from './picture-file.ts'
import { retryPictures } from './pictures.ts'

type PictureStateProps = { upload: Upload; pictureKey: string; name: string }

/** How far a picture's upload is; one that failed says why and can be tried again. */
export function PictureState({ upload: { file, state, share, problem }, pictureKey, name }: PictureStateProps) {
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
        <TextButton onClick={() => retryPictures(pictureKey)} aria-label={`Try again with ${name}`}>
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
      <p className="mt-1 text-ink-soft text-small tabular-nums">{inWords(state, percent)}</p>
    </div>
  )
}

function inWords(state: Upload['state'], percent: number): string {
  if (state === 'waiting') return 'Waiting…'
  return percent < 100 ? `Uploading… ${percent}%` : 'Finishing…'
}
