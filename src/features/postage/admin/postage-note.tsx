import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatOrderTime } from '#base/shop-time.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { isAwaited, type OrderRow } from '#features/orders/admin/order.ts'
import { call } from '#platform/client/functions.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { PostageProblem } from '../postage-problem.ts'
import { ReadPostage, type ShownParcel, usePostage, usePostageOf, useReloadPostage } from './postage-queries.ts'
import { problemLabel } from './problem-labels.ts'

/** Reads the parcels of these orders for the notes inside. */
export function PostageParcels({ orders, children }: { orders: readonly OrderRow[]; children: ReactNode }) {
  const postage = usePostageOf(orders.map(({ order_number }) => order_number))
  return <ReadPostage value={postage}>{children}</ReadPostage>
}

/** Where an order's parcel is, what keeps it back, and how it is taken back; nothing for one that was not given. */
export function PostageNote({ order }: { order: OrderRow }) {
  const parcel = usePostage()?.parcels.find(({ order_number }) => order_number === order.order_number)
  if (!parcel || parcel.state === 'shipped') return null
  const isOpen = isAwaited(order)
  // A cancelled order may still be at Click & Drop.
  if (!isOpen && parcel.state !== 'sent') return null
  const isCancelled = order.order_view === 'cancelled'
  const isChanged = parcel.problems.some(({ code }) => code === 'changed_since')
  return (
    <div className="text-small leading-snug">
      <p className={parcel.state === 'failed' || isChanged || isCancelled ? 'text-mulberry' : 'text-ink-soft'}>
        {!isOpen && !isCancelled ? 'Its tracking number comes from Click & Drop by itself.' : stateText(parcel, isOpen)}
      </p>
      {parcel.part && (
        <p className="wrap-any">
          In it: {parcel.part.map((piece) => `${piece.quantity} × ${namedSize(piece)}`).join('; ')}. The rest can go
          there once its number is here.
        </p>
      )}
      <Problems problems={parcel.problems} />
      <TakeBack parcel={parcel} />
    </div>
  )
}

function stateText({ state, at }: ShownParcel, isOpen: boolean): string {
  switch (state) {
    case 'waiting':
    case 'sending':
      return 'Going to Click & Drop…'
    case 'sent':
      return isOpen ? 'At Click & Drop' : 'No longer to be posted, but Click & Drop has it.'
    case 'removing':
      return 'Being taken back from Click & Drop…'
    case 'exported':
      return `In the file of ${formatOrderTime(at)}`
    default:
      return 'Not at Click & Drop:'
  }
}

export function Problems({ problems }: { problems: readonly PostageProblem[] }) {
  return problems.map((problem) => {
    const { text, link } = problemLabel(problem)
    return (
      <p key={JSON.stringify(problem)} className="wrap-any">
        {text}
        {link && (
          <Link to={link.to} className="flex min-h-11 w-fit items-center text-mulberry">
            <span className="link">{link.label}</span>
          </Link>
        )}
      </p>
    )
  })
}

function TakeBack({ parcel: { order_number, state, way, problems } }: { parcel: ShownParcel }) {
  const reload = useReloadPostage()
  const { mutate, isPending } = useMutation({
    mutationFn: (isDeletedThere: boolean) =>
      call('take-postage-back', { orders: [order_number], deleted_there: isDeletedThere }),
    onError: ({ message }) => toast({ title: 'Not taken back', description: message, tone: 'error', about: 'postage' }),
    onSettled: reload,
  })
  if (!['waiting', 'sent', 'exported'].includes(state)) return null
  // It could not be deleted from here.
  const isStuck =
    way === 'api' && problems.some(({ code }) => code === 'removal_refused' || code === 'removal_not_offered')
  return (
    <p className="flex flex-wrap gap-x-5">
      <TextButton
        onClick={() => !isPending && mutate(false)}
        aria-disabled={isPending}
        aria-label={`${state === 'exported' ? 'Take out' : 'Take back'} ${order_number}`}
      >
        {state === 'exported' ? 'Take out' : 'Take back'}
      </TextButton>
      {isStuck && (
        <TextButton onClick={() => !isPending && mutate(true)} aria-disabled={isPending}>
          I’ve deleted it there
        </TextButton>
      )}
    </p>
  )
}
