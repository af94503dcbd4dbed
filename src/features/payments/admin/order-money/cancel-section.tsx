import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { formatPence } from '#base/money.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { focusSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { toast } from '#ui/toast.ts'
import { MoneySection } from './money-section.tsx'
import { type OrderMoney, useCancelOrder } from './order-money-queries.ts'

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
  const { order_number, refundable_pence: refundable } = money
  const draft = useDraft({
    form: 'cancellation',
    rowId: order_number,
    version: `${money.order_status} ${money.refunded_pence}`,
    value: { refund, reason },
    initial: empty,
    onContinue: (stored) => reset(stored),
  })
  const givesBack = refund && refundable > 0

  async function cancel() {
    if (cancelOrder.isPending) return
    const body = { order_number, refund: givesBack, reason }
    try {
      await cancelOrder.mutateAsync({ ...body, request_id: idOf(body) })
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      setError('root', { message: isUnreachable ? `${message} Press again: it’s only cancelled once.` : message })
      return leave()
    }
    draft.clear()
    focusSection('paid')
    await toast({
      title: `Order ${order_number} is cancelled`,
      description: givesBack
        ? money.paid_by
          ? `${formatPence(refundable)} is recorded as given back: you give it to the customer yourself.`
          : `${formatPence(refundable)} is being refunded; see the list for its progress.`
        : 'Nothing was refunded.',
      tone: 'success',
      about: 'order-money',
    })
  }

  return (
    <MoneySection
      id="cancel-order"
      title="Cancel the order"
      note="It won’t be made or sent. If it was paid, the customer gets an e-mail at once."
    >
      <form
        onSubmit={handleSubmit(() => setStage('confirming'))}
        onChange={write}
        noValidate
        className="grid max-w-[38rem] gap-y-6"
      >
        <DraftOffer draft={draft} onChosen={() => focusSection('cancel-order')} />
        {isAllBack(money) && <p className="font-medium">The payment is refunded in full. Cancel the order too?</p>}
        {refundable > 0 && (
          <fieldset className="grid gap-y-1">
            <legend className="label text-ink-soft">Refund</legend>
            <Choice name="with-refund" checked={refund} onChange={() => setValue('refund', true)}>
              Refund <span className="price">{formatPence(refundable)}</span> now
            </Choice>
            <Choice name="with-refund" checked={!refund} onChange={() => setValue('refund', false)}>
              Refund later (the order will show “Refund owed”)
            </Choice>
          </fieldset>
        )}
        <FieldFrame label="Reason (optional)" hint="For your history only; the customer doesn’t see it.">
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
            yes={givesBack ? `Cancel it and refund ${formatPence(refundable)}` : 'Cancel the order'}
            busyLabel="Cancelling…"
            busy={cancelOrder.isPending}
            onYes={cancel}
            onNo={leave}
          >
            {givesBack
              ? money.paid_by
                ? 'You give the money back yourself. The customer gets an e-mail that it is cancelled and that you have.'
                : 'The customer gets an e-mail that it is cancelled and that the refund is on its way.'
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
function isAllBack({ total_pence: total, refunded_pence: refunded }: OrderMoney): boolean {
  return total > 0 && refunded >= total
}

function meaning({ payment_status, provider_state, total_pence: total, disputes }: OrderMoney): string {
  if (payment_status !== 'paid') {
    return 'Its payment page will be closed. If a payment is on its way, the order can’t be cancelled until that has succeeded or failed.'
  }
  if (total === 0) return 'There was nothing to pay, so nothing is refunded.'
  if (provider_state === 'refunded') return 'The payment has already been refunded in full.'
  if (
    provider_state === 'disputed' &&
    disputes.every(({ status }) => status !== 'needs_response' && status !== 'under_review') &&
    disputes.some(({ status }) => status === 'lost')
  )
    return 'The bank has already returned the money to the customer.'
  if (provider_state === 'disputed' && !disputes.every(({ status }) => status === 'warning'))
    return 'The customer’s bank is reviewing the payment and decides about the money.'
  return 'The customer’s e-mail promises a refund within 14 days, so please make it by then.'
}
