import { serverNow } from '#platform/client/backend-client.ts'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderRow } from '../order.ts'

type ReadyButtonProps = {
  order: Pick<OrderRow, 'order_number' | 'order_view'>
  /** When it became ready; null: it is not. */
  onReady: (readyAt: string | null) => void
}

/** Says that an order in progress is ready to post, or that it is not after all; nothing for other orders. */
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
