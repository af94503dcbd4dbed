import { zodResolver } from '@hookform/resolvers/zod'
import { useContext, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { formatPence, type Pence, parseTyped } from '#base/money.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { fieldErrors } from '#platform/client/send-form.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { SelectField } from '#ui/select-field.tsx'
import { toast } from '#ui/toast.ts'
import { InOrderDetails } from './money-section.tsx'
import { chosenReason, reasonChoices, remaining } from './order-money-labels.ts'
import { type OrderMoney, useRefundOrder } from './order-money-queries.ts'

type RefundValues = { how: 'all' | 'part'; amount: string; reason: string; note: string }
type RefundFormProps = { money: OrderMoney; onRefunded: (refundId: string | null) => void }

const empty: RefundValues = { how: 'all', amount: '', reason: '', note: '' }

/** Refunds all that is left or a part, after a confirmation. */
export function RefundForm({ money, onRefunded }: RefundFormProps) {
  const refund = useRefundOrder()
  const [idOf, renew] = useState(() => createMessageIds())
  const [back, setBack] = useState(false)
  const [stage, setStage] = useState<'writing' | 'confirming'>('writing')
  const { register, watch, setValue, setError, clearErrors, reset, handleSubmit, formState } = useForm<RefundValues>({
    resolver: zodResolver(refundSchema(money)),
    // An error stays until something is changed, and then all errors go.
    reValidateMode: 'onSubmit',
    defaultValues: empty,
  })
  const { errors } = formState
  const values = watch()
  const amount = amountOf(values, money)
  const draft = useDraft<RefundValues>({
    form: 'refund',
    rowId: money.order_number,
    version: `${money.order_status} ${money.refunded_pence}`,
    value: values,
    initial: empty,
    onContinue(stored) {
      reset(stored)
      write()
    },
  })
  // Registered before the other fields, so that its error gets the focus first.
  const amountField = register('amount')
  const isWithin = useContext(InOrderDetails)
  const Heading = isWithin ? 'h5' : 'h3'

  function write() {
    clearErrors()
    setBack(false)
    setStage('writing')
  }

  /** Closes the confirmation and returns the focus to its button. */
  function leave() {
    setBack(true)
    setStage('writing')
  }

  async function give() {
    const reason = chosenReason(values.reason)
    if (refund.isPending || amount === null || !reason) return
    // The confirmed amount, also for "all": more may be left by now. A retry without a response has the same id and is
    // the same refund; a changed form gets a new id.
    const body = { order_number: money.order_number, amount: amount / 100, reason, note: values.note }
    try {
      const { refund_id } = await refund.mutateAsync({ ...body, request_id: idOf(body) })
      onRefunded(refund_id)
    } catch (error) {
      const { details, message, isUnreachable } = toRequestError(error)
      const words = isUnreachable ? `${message} Press again: it’s only refunded once.` : message
      const isAboutAmount = values.how === 'part' && fieldErrors(details).some(({ path }) => path === 'amount')
      setError(isAboutAmount ? 'amount' : 'root', { message: words })
      return leave()
    }
    draft.clear()
    renew(() => createMessageIds())
    reset(empty)
    write()
    await toast({
      title: `${formatPence(amount)} ${money.paid_by ? 'is recorded as given back' : 'is being refunded'}`,
      description: money.paid_by ? 'You give it to the customer yourself.' : 'See the list for its progress.',
      tone: 'success',
      about: 'order-money',
    })
  }

  return (
    <form
      onSubmit={handleSubmit(() => setStage('confirming'))}
      onChange={write}
      noValidate
      className={`${isWithin ? 'mt-6' : 'mt-9'} grid max-w-[38rem] gap-y-6`}
    >
      <Heading className={isWithin ? 'font-medium' : 'text-name leading-tight'}>Make a refund</Heading>
      <DraftOffer draft={draft} />
      <fieldset className="grid gap-y-1">
        <legend className="label text-ink-soft">Amount</legend>
        <Choice name="how" checked={values.how === 'all'} onChange={() => setValue('how', 'all')}>
          {money.refunded_pence > 0 ? 'All that is left' : 'Full amount'},{' '}
          <span className="price">{formatPence(money.refundable_pence)}</span>
        </Choice>
        <Choice name="how" checked={values.how === 'part'} onChange={() => setValue('how', 'part')}>
          Part of it{' '}
        </Choice>
      </fieldset>
      {values.how === 'part' && (
        <Field
          label="Amount in pounds"
          {...amountField}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          placeholder="12.50"
          hint={remaining(money.refundable_pence, amount) ?? `At most ${formatPence(money.refundable_pence)}.`}
          error={errors.amount?.message}
          className="max-w-64"
        />
      )}
      <SelectField label="Reason" choices={reasonChoices} error={errors.reason?.message} {...register('reason')} />
      <FieldFrame label="Note (optional)" hint="For you and your helpers only; the customer doesn’t see it.">
        {(bound) => (
          <textarea
            {...bound}
            {...register('note')}
            rows={1}
            maxLength={1_000}
            className={`field-sizing-content mt-1 resize-y ${inputLook}`}
          />
        )}
      </FieldFrame>
      <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {errors.root?.message}
      </p>
      {stage === 'writing' || amount === null ? (
        <Button type="submit" ref={back ? focusNow : undefined} className="justify-self-stretch sm:justify-self-start">
          Make a refund
        </Button>
      ) : (
        <ConfirmMoney
          question={`Refund ${formatPence(amount)}${money.customer_name ? ` to ${money.customer_name}` : ''}?`}
          yes={`Refund ${formatPence(amount)}`}
          busyLabel="Refunding…"
          busy={refund.isPending}
          onYes={give}
          onNo={leave}
        >
          It goes to the card or account used to pay, and can’t be undone.
          {money.order_status !== 'cancelled' && ' The order itself doesn’t change.'}
        </ConfirmMoney>
      )}
    </form>
  )
}

/** The rules of POST refund-order. */
function refundSchema(money: OrderMoney) {
  return z
    .object({
      how: z.enum(['all', 'part']),
      amount: z.string(),
      reason: z.string().min(1, 'Please choose a reason.'),
      note: z.string(),
    })
    .superRefine((values, context) => {
      const message = amountProblem(amountOf(values, money), money)
      if (message) context.addIssue({ code: 'custom', path: ['amount'], message })
    })
}

/** The amount in pence; null for text that is not an amount. */
function amountOf(
  { how, amount }: Pick<RefundValues, 'how' | 'amount'>,
  { refundable_pence: refundable }: OrderMoney,
): Pence | null {
  return how === 'all' ? refundable : parseTyped(amount)
}

function amountProblem(amount: Pence | null, { refundable_pence: refundable }: OrderMoney): string | null {
  if (amount === null || amount < 1) return 'Please enter an amount in pounds, such as 12.50.'
  return amount > refundable ? `At most ${formatPence(refundable)} can still be refunded.` : null
}
