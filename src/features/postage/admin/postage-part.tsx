import { useMutation } from '@tanstack/react-query'
import type { OrderRow } from '#features/orders/admin/order.ts'
import type { Piece } from '#features/orders/parcels/parcel.ts'
import { call } from '#platform/client/functions.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { Problems } from './postage-note.tsx'
import { usePostageOf, useReloadPostage } from './postage-queries.ts'

type PostagePartProps = { order: OrderRow; pieces: readonly Piece[]; onGiven: () => void }

/**
 * Gives a parcel with some pieces of an order to Click & Drop. Without a key there is no such parcel: the number of a file's
 * order is one of all that remains.
 */
export function PostagePart({ order: { order_number }, pieces, onGiven }: PostagePartProps) {
  const postage = usePostageOf([order_number])
  const reload = useReloadPostage()
  const { mutate, isPending, data, reset } = useMutation({
    mutationFn: () => call('send-postage', { orders: [order_number], pieces: [...pieces] }),
    onError: ({ message }) =>
      toast({ title: 'Not sent to Click & Drop', description: message, tone: 'error', about: 'postage' }),
    onSuccess({ results }) {
      if (!results.every(({ ok }) => ok)) return
      onGiven()
      const description = 'Its tracking number comes back by itself, sends the parcel and e-mails the customer.'
      return toast({ title: 'On its way to Click & Drop', description, tone: 'success', about: 'postage' })
    },
    onSettled: reload,
  })
  const isThere = postage?.parcels.some(({ state }) => state !== 'failed' && state !== 'shipped')
  if (!postage || postage.key === 'none' || postage.key === 'rehearsal' || isThere) return null
  return (
    <div className="border-line border-t pt-3">
      <p className="text-ink-soft text-small">
        {pieces.length === 0
          ? 'Or choose what is in it and let Click & Drop bring its number.'
          : 'Or without a number: Click & Drop brings it back by itself, and the customer is e-mailed then.'}
      </p>
      {pieces.length > 0 && (
        <TextButton
          onClick={() => {
            reset()
            if (!isPending) mutate()
          }}
          aria-disabled={isPending}
        >
          {isPending ? 'One moment…' : 'Send to Click & Drop'}
        </TextButton>
      )}
      <div role="alert" className="text-mulberry text-small empty:hidden">
        <Problems problems={data?.results.flatMap(({ problems }) => problems) ?? []} />
      </div>
    </div>
  )
}
