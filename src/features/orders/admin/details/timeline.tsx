import { useMutation } from '@tanstack/react-query'
import { formatOrderTime } from '#base/shop-time.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { TextButton } from '#ui/text-button.tsx'
import { useUndo } from '../../changes/admin/edit-order-form.tsx'
import type { TimelineEntry } from '../order.ts'

/** The events of an order with their actors, the newest first. */
export function Timeline({ orderNumber, entries }: { orderNumber: string; entries: TimelineEntry[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">Nothing yet.</p>
  return (
    <ol className="text-small">
      {entries.map(({ at, who, title, detail, undo }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have one time, and entries never change
          key={`${at} ${index}`}
          className="grid gap-x-6 border-line border-t py-2 first:border-t-0 first:pt-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <div className="min-w-0 text-ink-soft max-sm:flex max-sm:flex-wrap max-sm:gap-x-3">
            <p className="whitespace-nowrap">{formatOrderTime(at)}</p>
            <p className="wrap-any">{who}</p>
          </div>
          <div className="min-w-0">
            <p className="wrap-any">{title}</p>
            {detail && <p className="wrap-any text-ink-soft">{detail}</p>}
            {undo && <Undo orderNumber={orderNumber} editId={undo} title={title} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Takes a change back; the reason stays where it was refused. */
function Undo({ orderNumber, editId, title }: { orderNumber: string; editId: string; title: string }) {
  const undo = useUndo(orderNumber)
  const undoing = useMutation({ mutationFn: () => undo(editId) })
  return (
    <>
      <TextButton
        aria-label={`Undo: ${title}`}
        aria-disabled={undoing.isPending}
        onClick={() => !undoing.isPending && undoing.mutate()}
      >
        Undo
      </TextButton>
      <p role="alert" className="text-mulberry empty:hidden">
        {undoing.error && toRequestError(undoing.error).message}
      </p>
    </>
  )
}
