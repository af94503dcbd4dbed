import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { isLike, useDraft } from '#admin/use-draft.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { toast } from '#ui/toast.ts'
import { MoneySection } from './money-section.tsx'
import { pounds } from './order-money-labels.ts'
import { useCancelOrder } from './order-money-queries.ts'
import type { OrderMoney } from './order-money-response.ts'

/** A shipped order is not cancelled: it is refunded after its return. */
export function mayBeCancelled({ order_status: status }: OrderMoney): boolean {
  return isBeforeDispatch(status)
}

const empty = { refund: true, reason: '' }

/** Cancels an order, with or without a refund. */
export function CancelSection({ money }: { money: OrderMoney }) {
  const cancelOrder = useCancelOrder()
  const [idOf] = useState(() => createMessageIds())
  const { register, watch, setValue, setError, reset, handleSubmit, formState } = useForm({ defaultValues: empty })
  const { refund, reason } = watch()
  const [back, setBack] = useState(false)
  const [stage, setStage] = useState<'writing' | 'confirming'>('writing')
  const { order_number, refundable } = money
  const draft = useDraft({
    form: 'cancellation',
    rowId: order_number,
    version: `${money.order_status} ${money.refunded}`,
    value: { refund, reason },
    initial: empty,
    read: (kept) => (isLike(kept, empty) ? kept : null),
    onContinue: (kept) => reset(kept),
  })
  const givesBack = refund && refundable > 0

  async function cancel() {
    if (cancelOrder.isPending) return
    const body = { order_number, refund: givesBack, reason }
    try {
      await cancelOrder.mutateAsync({ ...body, request_id: idOf(body) })
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      setError('root', { message: isUnreachable ? `${message} Press again: it is cancelled once.` : message })
      return leave()
    }
    draft.clear()
    focusSection('paid')
    await toast({
      title: `Order ${order_number} is cancelled`,
      description: givesBack
        ? `${pounds(refundable)} is to go back; the list says how it stands.`
        : 'Nothing was given back.',
      tone: 'success',
      about: 'order-money',
    })
  }

  return (
    <MoneySection
      id="cancel-order"
      title="Cancel the order"
      note="Nothing is made or sent. If it was paid, the customer gets a letter at once."
    >
      <form
        onSubmit={handleSubmit(() => setStage('confirming'))}
        onChange={write}
        noValidate
        className="grid max-w-[38rem] gap-y-6"
      >
        <DraftOffer draft={draft} focusId="cancel-order" />
        {isAllBack(money) && <p className="font-medium">All is given back. Shall the order be cancelled too?</p>}
        {refundable > 0 && (
          <fieldset className="grid gap-y-1">
            <legend className="label text-ink-soft">Its money</legend>
            <Choice name="with-refund" checked={refund} onChange={() => setValue('refund', true)}>
              Give back <span className="price">{pounds(refundable)}</span> at once
            </Choice>
            <Choice name="with-refund" checked={!refund} onChange={() => setValue('refund', false)}>
              Give nothing back now: the order says that a refund is owed until you do
            </Choice>
          </fieldset>
        )}
        <FieldFrame label="Why, if you like" hint="For the history; the customer is not sent it.">
          {(bound) => (
            <textarea
              {...bound}
              {...register('reason')}
              rows={1}
              maxLength={1_000}
              className={`field-sizing-content mt-1 resize-y ${inputLook}`}
            />
          )}
        </FieldFrame>
        <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
          {formState.errors.root?.message}
        </p>
        {stage === 'writing' ? (
          <Button
            type="submit"
            tone="line"
            ref={back ? focusNow : undefined}
            className="justify-self-stretch sm:justify-self-start"
          >
            Cancel order
          </Button>
        ) : (
          <ConfirmMoney
            question={`Cancel order ${order_number}?`}
            yes={givesBack ? `Yes, cancel it and give back ${pounds(refundable)}` : 'Yes, cancel it'}
            busyLabel="Cancelling…"
            busy={cancelOrder.isPending}
            onYes={cancel}
            onNo={leave}
          >
            {givesBack
              ? 'The customer is told that it is cancelled and that her money is on its way back.'
              : meaning(money)}
          </ConfirmMoney>
        )}
      </form>
    </MoneySection>
  )

  function write() {
    setBack(false)
    setStage('writing')
  }

  /** Closes the confirmation and returns the focus to its button. */
  function leave() {
    setBack(true)
    setStage('writing')
  }
}

/** Whether everything was refunded although the order is not cancelled. */
function isAllBack({ total, refunded }: OrderMoney): boolean {
  return total > 0 && refunded >= total
}

function meaning({ payment_status, payment_state, total, disputes }: OrderMoney): string {
  if (payment_status !== 'paid') {
    return 'Its payment page will be closed, so that nobody can pay for it any more. If a payment is on its way, it cannot be cancelled until that is decided.'
  }
  if (total === 0) return 'There was nothing to pay, so nothing is given back.'
  if (payment_state === 'refunded') return 'All that was paid has been given back already.'
  if (
    payment_state === 'disputed' &&
    disputes.every(({ status }) => status !== 'needs_response' && status !== 'under_review') &&
    disputes.some(({ status }) => status === 'lost')
  )
    return 'The bank has given the money back to the customer already.'
  if (payment_state === 'disputed' && !disputes.every(({ status }) => status === 'warning'))
    return 'The customer’s bank is looking into the payment, so it decides about the money.'
  return 'The customer’s letter says that her money comes within 14 days, so please give it back by then.'
}
