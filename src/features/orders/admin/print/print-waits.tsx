import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'

type PrintWaitsProps = { label: string; problem: string | null; onRetry: () => void }

/** In place of a sheet that is not here yet; `label` says what is looked for, `problem` why it does not come. */
export function PrintWaits({ label, problem, onRetry }: PrintWaitsProps) {
  return (
    <div className="py-8">
      {problem ? <CouldNotLoad problem={problem} onRetry={onRetry} /> : <LoadingSkeleton label={label} count={5} />}
    </div>
  )
}
