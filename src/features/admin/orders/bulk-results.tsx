import { focusNow } from '#features/account/page/focus-now.ts'
import { TextButton } from '#features/account/page/text-button.tsx'
import type { BulkResult } from './change-orders.ts'

type BulkResultsProps = {
  results: BulkResult[]
  /** To how many customers a letter goes. */
  written: number
  onClose: () => void
}

/** What became of the orders that were changed together: the number of those that were, and each of the others. */
export function BulkResults({ results, written, onClose }: BulkResultsProps) {
  const failed = results.filter((result) => !result.ok)
  const done = results.length - failed.length
  return (
    <div ref={focusNow} tabIndex={-1} className="my-3 outline-none max-w-[44rem] border-mulberry border-l-2 pl-5">
      <p>
        {done === 1 ? '1 order has' : `${done} orders have`} been changed
        {failed.length > 0 ? `, ${failed.length} ${failed.length === 1 ? 'has' : 'have'} not:` : '.'}
      </p>
      {failed.length > 0 && (
        <ul className="max-h-60 overflow-y-auto">
          {failed.map(({ order_number, message }) => (
            <li key={order_number} className="wrap-any text-small">
              <span className="font-medium">{order_number}</span> {message}
            </li>
          ))}
        </ul>
      )}
      {written > 0 && (
        <p>{written === 1 ? 'Its customer gets a letter' : `${written} customers get a letter`} with the number.</p>
      )}
      <TextButton onClick={onClose}>Close</TextButton>
    </div>
  )
}
