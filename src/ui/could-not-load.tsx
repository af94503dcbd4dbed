import { TextButton } from './text-button.tsx'

/** Why something could not be loaded, with a button that tries again. */
export function CouldNotLoad({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div role="alert" className="max-w-[34em] border-mulberry border-l-2 pl-5">
      <p>{problem}</p>
      <TextButton onClick={onRetry}>Try again</TextButton>
    </div>
  )
}
