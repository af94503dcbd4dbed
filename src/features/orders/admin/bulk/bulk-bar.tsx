import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusSection } from '#ui/account-section.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Link } from '#ui/link.tsx'
import type { Ask } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { PostageAction } from '../postage-slots.tsx'
import { PrintLinks } from '../print/print-page.tsx'
import { type BulkResult, undoChanges } from '../status/change-order.ts'
import { undoMs } from '../status/use-status-changes.ts'
import { BulkStatus } from './bulk-status.tsx'
import { BulkTracking } from './bulk-tracking.tsx'

type BulkBarProps = {
  orders: readonly OrderRow[]
  picked: readonly OrderRow[]
  ask: Ask
  onPick: (ids: readonly string[]) => void
  onChanged: (orders: readonly OrderRow[]) => void
  /** Whether a column of tracking numbers may be pasted for all of them: they wait for dispatch. */
  takesNumbers: boolean
  /** Content beside the "Select all shown" checkbox. */
  children: ReactNode
}

const bar = 'sticky has-[[data-fills]]:static top-14 z-10 border-line border-b bg-paper pb-2'

/** The bulk actions of the orders list: selection, status, tracking numbers and printing. */
export function BulkBar({ orders, picked, ask, onPick, onChanged, takesNumbers, children }: BulkBarProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [tracking, setTracking] = useState(false)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  // Sticky, except while an open form or result list would fill the window.
  const isBar = picked.length > 0 && !tracking && !outcome
  const isAll = picked.length === orders.length
  const numbers = picked.map(({ order_number }) => encodeURIComponent(order_number)).join(',')

  function showResults(results: BulkResult[], { emailCount = 0, canUndo = true }) {
    setOutcome((last) => ({ change: (last?.change ?? 0) + 1, results, before: picked, emailCount, mayUndo: canUndo }))
    onChanged(results.flatMap((result) => (result.ok ? [result.order] : [])))
    // Failed orders stay selected, so that the owner can check them.
    const failed = new Set(results.filter(({ ok }) => !ok).map(({ order_number }) => order_number))
    onPick(picked.filter(({ order_number }) => failed.has(order_number)).map(({ id }) => id))
  }

  return (
    <div className={`lg:mt-1 ${isBar ? bar : ''}`}>
      <div className="flex flex-wrap items-center gap-x-7">
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-x-3 text-ink-soft">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = picked.length > 0 && !isAll
            }}
            onChange={() => onPick(isAll ? [] : orders.map(({ id }) => id))}
            className="size-4 accent-mulberry"
          />
          Select all shown
        </label>
        {picked.length > 0 && (
          <>
            <p role="status" className="font-medium">
              {picked.length} selected
            </p>
            <BulkStatus picked={picked} ask={ask} onDone={showResults} />
            <TextButton ref={opener} onClick={() => setTracking(!tracking)} aria-expanded={tracking}>
              Enter tracking
            </TextButton>
            <Link
              to={`/admin/orders/delay?orders=${numbers}`}
              className="inline-flex min-h-11 items-center text-mulberry"
            >
              <span className="link">Delay</span>
            </Link>
            <PrintLinks query={`orders=${numbers}`} />
          </>
        )}
        {takesNumbers && picked.length === 0 && (
          <TextButton
            onClick={() => {
              onPick(orders.map(({ id }) => id))
              setTracking(true)
            }}
          >
            Paste tracking numbers
          </TextButton>
        )}
        <PostageAction picked={picked} onPick={onPick} />
        <div className="ml-auto">{children}</div>
      </div>
      {tracking && picked.length > 0 && (
        <BulkTracking
          picked={picked}
          ask={ask}
          onDone={(results, emailCount) => {
            setTracking(false)
            showResults(results, { emailCount })
          }}
          onClose={() => {
            setTracking(false)
            opener.current?.focus()
          }}
        />
      )}
      {outcome && (
        <BulkResults
          // A new key for each change restarts the time for undo, also for the same orders.
          key={outcome.change}
          {...outcome}
          onUndone={onChanged}
          onClose={() => {
            setOutcome(null)
            focusSection('orders')
          }}
        />
      )}
    </div>
  )
}

type BulkOutcome = {
  /** The number of the change. */
  change: number
  results: BulkResult[]
  /** The orders as they were before. */
  before: readonly OrderRow[]
  /** How many customers get an e-mail with a tracking number. */
  emailCount: number
  mayUndo: boolean
}

type BulkResultsProps = BulkOutcome & { onUndone: (orders: readonly OrderRow[]) => void; onClose: () => void }

/** The results of a bulk change, with an undo button until the e-mails leave. */
function BulkResults({ results, before, emailCount, mayUndo, onUndone, onClose }: BulkResultsProps) {
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
