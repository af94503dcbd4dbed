import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'

type PrintPlaceholderProps = { label: string; problem: string | null; onRetry: () => void }

/** Shown while a sheet loads or after it failed; `label` names the sheet, `problem` the reason. */
export function PrintPlaceholder({ label, problem, onRetry }: PrintPlaceholderProps) {
  return (
    <div className="py-8">
      {problem ? <CouldNotLoad problem={problem} onRetry={onRetry} /> : <LoadingSkeleton label={label} count={5} />}
    </div>
  )
}
