import { TextButton } from './text-button.tsx'

/** Says why something is not there, and lets her try again. */
export function CouldNotLoad({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div role="alert" className="max-w-[34em] border-mulberry border-l-2 pl-5">
      <p>{problem}</p>
      <TextButton onClick={onRetry}>Try again</TextButton>
    </div>
  )
}
