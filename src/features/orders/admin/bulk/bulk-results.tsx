import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { type BulkResult, undoChanges } from '../status/change-orders.ts'
import { undoMs } from '../status/use-status-changes.ts'

type BulkResultsProps = {
  results: BulkResult[]
  /** The orders as they were before. */
  before: readonly OrderRow[]
  /** How many customers get an e-mail with a tracking number. */
  emailCount: number
  mayUndo: boolean
  onUndone: (orders: readonly OrderRow[]) => void
  onClose: () => void
}

/** The results of a bulk change, with an undo button until the e-mails leave. */
export function BulkResults({ results, before, emailCount, mayUndo, onUndone, onClose }: BulkResultsProps) {
  const [canUndo, setCanUndo] = useState(mayUndo)
  const failed = results.filter((result) => !result.ok)
  const done = results.length - failed.length

  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), undoMs)
    return () => clearTimeout(timer)
  }, [])

  const undo = useMutation({
    mutationFn: () => undoChanges(before, results),
    onError: () =>
      toast({
        title: 'Error',
        description: 'Could not undo that. Please try again.',
        tone: 'error',
        about: 'bulk',
      }),
    onSuccess(value) {
      const undone = value.flatMap((result) => (result.ok ? [result.order] : []))
      onUndone(undone)
      const left = value.length - undone.length
      const description = `${undone.length === 1 ? '1 order is' : `${undone.length} orders are`} as before.${left > 0 ? ` ${left} had been changed since and stay as they are.` : ''}`
      onClose()
      void toast({ title: 'Undone', description, tone: 'success', about: 'bulk' })
    },
  })

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
      {emailCount > 0 && (
        <p>
          {emailCount === 1 ? '1 customer gets' : `${emailCount} customers get`} an e-mail with the number in a minute.
        </p>
      )}
      <p className="flex gap-x-7">
        {canUndo && done > 0 && (
          <TextButton onClick={() => !undo.isPending && undo.mutate()} aria-disabled={undo.isPending}>
            {undo.isPending ? 'Undoing…' : 'Undo'}
          </TextButton>
        )}
        <TextButton onClick={onClose}>Close</TextButton>
      </p>
    </div>
  )
}
