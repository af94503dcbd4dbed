import type { Campaign } from './campaign-responses.ts'

/** The recipients whose e-mail failed, with the response of their mail server. */
export function FailureList({ campaign: { failures, failed } }: { campaign: Campaign }) {
  if (failures.length === 0) return null
  return (
    <details className="group/failures mt-7" open={failures.length <= 5}>
      <summary className="inline-flex min-h-11 items-center text-mulberry">
        <span className="link">{failed === 1 ? 'The one that failed' : `The ${failed} that failed`}</span>
      </summary>
      <ul className="mt-2 max-w-[52rem] border-line border-t">
        {failures.map(({ email, error }) => (
          <li
            key={email}
            className="grid gap-x-8 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <span className="wrap-any">{email}</span>
            <span className="wrap-any text-ink-soft text-small sm:pt-0.5">{error}</span>
          </li>
        ))}
      </ul>
      {failed > failures.length && <p className="mt-2 text-ink-soft text-small">and {failed - failures.length} more</p>}
    </details>
  )
}
