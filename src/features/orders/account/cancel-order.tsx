import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { formatPence, type Pence, pence } from '#base/money.ts'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { range, refundDestination, refundWay } from '../emails/email-blocks.ts'
import { type MyOrder, mayCancel } from './my-orders.ts'

/** Cancels an order before production starts: asks for confirmation, then says how the payment is refunded. */
export function CancelOrder({
  order,
  heading,
  send,
  onChanged,
}: {
  order: MyOrder
  /** Cancels the order. Resolves to null where the customer gave up. */
  send: () => Promise<{ refund_pence: Pence } | null>
  /** The heading that gets the focus when the button disappears. */
  heading: RefObject<HTMLElement | null>
  onChanged: () => Promise<void>
}) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<string>()

  const cancellation = useMutation({
    mutationFn: send,
    onError(error) {
      // Production may have started meanwhile: the reloaded entry then says so.
      if (accountProblem(error).code === 'conflict') void onChanged()
    },
    async onSuccess(cancelled) {
      if (!cancelled) return
      setDone(messageAfter(cancelled.refund_pence))
      setAsking(false)
      heading.current?.focus()
      await onChanged()
      await toast({ title: `Order ${order.number} is cancelled`, tone: 'success', about: order.id })
    },
  })
  const { error, isPending: busy } = cancellation

  function leave() {
    setAsking(false)
    cancellation.reset()
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <div className="mt-4">
      {!isAsking && mayCancel(order) && !done && (
        <Button
          tone="line"
          ref={opener}
          onClick={() => setAsking(true)}
          aria-label={`Cancel this order, ${order.number}`}
        >
          Cancel this order
        </Button>
      )}
      {isAsking && (
        <div className="max-w-[34rem] border-mulberry border-l-2 pl-5 sm:pl-7">
          <p className="font-serif text-name leading-tight">Cancel order {order.number}?</p>
          <p className="mt-2 text-ink-soft">{wordsBefore(order)}</p>
          <p role="alert" className="mt-3 text-mulberry empty:hidden">
            {error && accountProblem(error).problem}
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-x-7 gap-y-3">
            <Button onClick={() => !busy && cancellation.mutate()} aria-disabled={busy} ref={focusNow}>
              {busy ? 'Cancelling…' : 'Yes, cancel it'}
            </Button>
            {!busy && <TextButton onClick={leave}>Keep it</TextButton>}
          </div>
        </div>
      )}
      <p role="status" className="max-w-[34rem] border-mulberry border-l-2 pl-5 empty:hidden sm:pl-7">
        {done}
      </p>
    </div>
  )
}

function wordsBefore({ total, refunded, paidBy }: MyOrder): string {
  const back = formatPence(pence(total - refunded))
  if (total === 0) return 'We won’t make or send anything. There was nothing to pay, so there’s nothing to refund.'
  const all = refunded > 0 ? `the rest of what you paid, ${back},` : `everything you paid, ${back},`
  return `We won’t make or send anything, and we’ll refund ${all} ${refundWay({ paidBy })}. This can’t be undone.`
}

function messageAfter(refund: Pence): string {
  if (refund === 0) return 'Your order is cancelled and nothing will be sent.'
  return (
    `${formatPence(refund)} is on its way back ${refundDestination}. ` +
    `It shows on your statement within ${range(shop.policies.refundDays)} working days.`
  )
}
