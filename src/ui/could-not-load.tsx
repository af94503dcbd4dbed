import { TextButton } from './text-button.tsx'

/** The reason why data could not be loaded, with a button to retry. */
export function CouldNotLoad({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div role="alert" className="max-w-[34em] border-mulberry border-l-2 pl-5">
      <p>{problem}</p>
      <TextButton onClick={onRetry}>Try again</TextButton>
    </div>
  )
}
