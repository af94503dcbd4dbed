import { serverNow } from '#platform/client/backend-client.ts'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderRow } from '../order.ts'

type ReadyButtonProps = {
  order: Pick<OrderRow, 'order_number' | 'order_view'>
  /** When the order became ready; null: it is not ready. */
  onReady: (readyAt: string | null) => void
}

/** Marks an order in progress as ready to post, or takes the mark back; empty for other orders. */
export function ReadyButton({ order: { order_number: number, order_view: view }, onReady }: ReadyButtonProps) {
  if (view === 'in_progress') {
    return (
      <TextButton onClick={() => onReady(serverNow().toISOString())} aria-label={`Ready to post: ${number}`}>
        Ready to post
      </TextButton>
    )
  }
  if (view !== 'to_dispatch') return null
  return (
    <TextButton onClick={() => onReady(null)} aria-label={`Not ready yet: ${number}`}>
      Not ready yet
    </TextButton>
  )
}
