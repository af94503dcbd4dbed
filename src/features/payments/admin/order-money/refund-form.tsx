import { type FormEvent, useContext, useState } from 'react'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { isLike, useDraft } from '#admin/use-draft.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { createMessageIds } from '#platform/client/message-id.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { formatPence, type Pence, parsePounds, penceFromPounds } from '#ui/money.ts'
import { SelectField } from '#ui/select-field.tsx'
import { toast } from '#ui/toast.ts'
import { WithinDetails } from './money-section.tsx'
import { pounds, reasonChoices, remaining } from './order-money-labels.ts'
import { useRefundOrder } from './order-money-queries.ts'
import type { OrderMoney } from './order-money-response.ts'

type TypedRefund = { how: 'all' | 'part'; amount: string; reason: string; note: string }
type RefundFormProps = { money: OrderMoney; onRefunded: (refundId: string | null) => void }
type Problems = { amount?: string; reason?: string; form?: string }

const empty: TypedRefund = { how: 'all', amount: '', reason: '', note: '' }

/** Refunds all that is left or a part, after a confirmation. */
export function RefundForm({ money, onRefunded }: RefundFormProps) {
  const refund = useRefundOrder()
  const [idOf, renew] = useState(() => createMessageIds())
  const [typed, setTyped] = useState<TypedRefund>(empty)
  const [problems, setProblems] = useState<Problems>({})
  const [back, setBack] = useState(false)
  const [stage, setStage] = useState<'writing' | 'confirming'>('writing')
  const amount = amountOf(typed, money)
  const draft = useDraft<TypedRefund>({
    form: 'refund',
    rowId: money.order_number,
    version: `${money.order_status} ${money.refunded}`,
    value: typed,
    initial: empty,
    read: (kept) => (isLike(kept, empty) && (kept.how === 'all' || kept.how === 'part') ? kept : null),
    onContinue: change,
  })
  const isWithin = useContext(WithinDetails)
  const Heading = isWithin ? 'h5' : 'h3'

  function change(changed: Partial<TypedRefund>) {
    setTyped({ ...typed, ...changed })
    setProblems({})
    setBack(false)
    setStage('writing')
  }

  /** Closes the confirmation and returns the focus to its button. */
  function leave() {
    setBack(true)
    setStage('writing')
  }

  function ask(event: FormEvent) {
    event.preventDefault()
    const wrong = problemsOf(typed, amount, money)
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) setStage('confirming')
  }

  async function give() {
    if (refund.isPending || amount === null) return
    // The confirmed amount, also for "all": more may be left by now. A retry without a response has the same id and is
    // the same refund; a changed form gets a new id.
    const body = { order_number: money.order_number, amount: amount / 100, reason: typed.reason, note: typed.note }
    try {
      const { refund_id } = await refund.mutateAsync({ ...body, request_id: idOf(body) })
      onRefunded(refund_id)
    } catch (error) {
      const { serverMessage, message, isUnreachable } = toRequestError(error)
      setProblems(fieldOf(serverMessage, isUnreachable ? `${message} Press again: it is given back once.` : message))
      return leave()
    }
    draft.clear()
    renew(() => createMessageIds())
    setTyped(empty)
    setBack(false)
    setStage('writing')
    await toast({
      title: `${formatPence(amount)} is to go back`,
      description: 'The payment company is being asked; the list says how it stands.',
      tone: 'success',
      about: 'order-money',
    })
  }

  return (
    <form onSubmit={ask} noValidate className={`${isWithin ? 'mt-6' : 'mt-9'} grid max-w-[38rem] gap-y-6`}>
      <Heading className={isWithin ? 'font-medium' : 'text-name leading-tight'}>Give money back</Heading>
      <DraftOffer draft={draft} />
      <fieldset className="grid gap-y-1">
        <legend className="label text-ink-soft">How much</legend>
        <Choice name="how" checked={typed.how === 'all'} onChange={() => change({ how: 'all' })}>
          {money.refunded > 0 ? 'All that is left' : 'All of it'},{' '}
          <span className="price">{pounds(money.refundable)}</span>
        </Choice>
        <Choice name="how" checked={typed.how === 'part'} onChange={() => change({ how: 'part' })}>
          A part
        </Choice>
      </fieldset>
      {typed.how === 'part' && (
        <Field
          label="Amount in pounds"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed.amount}
          onChange={({ target }) => change({ amount: target.value })}
          placeholder="12.50"
          hint={remaining(money.refundable, amount) ?? `At most ${pounds(money.refundable)}.`}
          error={problems.amount}
          className="max-w-64"
        />
      )}
      <SelectField
        label="Why"
        choices={reasonChoices}
        error={problems.reason}
        name="reason"
        value={typed.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <FieldFrame label="A note, if you like" hint="For you and whoever helps you; the customer is not sent it.">
        {(bound) => (
          <textarea
            {...bound}
            name="note"
            rows={1}
            maxLength={1_000}
            value={typed.note}
            onChange={({ target }) => change({ note: target.value })}
            className={`field-sizing-content mt-1 resize-y ${inputLook}`}
          />
        )}
      </FieldFrame>
      <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {problems.form}
      </p>
      {stage === 'writing' || amount === null ? (
        <Button type="submit" ref={back ? focusNow : undefined} className="justify-self-stretch sm:justify-self-start">
          Give money back
        </Button>
      ) : (
        <ConfirmMoney
          question={`Give ${formatPence(amount)} back${money.customer_name ? ` to ${money.customer_name}` : ''}?`}
          yes={`Yes, give back ${formatPence(amount)}`}
          busyLabel="Giving it back…"
          busy={refund.isPending}
          onYes={give}
          onNo={leave}
        >
          It goes to the card or account she paid with, and cannot be called back.
          {money.order_status !== 'cancelled' && ' The order itself goes on as it is.'}
        </ConfirmMoney>
      )}
    </form>
  )
}

/** The amount in pence; null for text that is not an amount. */
function amountOf({ how, amount }: TypedRefund, { refundable }: OrderMoney): Pence | null {
  return how === 'all' ? penceFromPounds(refundable) : parsePounds(amount.trim().replace(/^£\s*/, ''))
}

function problemsOf({ reason }: TypedRefund, amount: Pence | null, { refundable }: OrderMoney): Problems {
  const wrong: Problems = {}
  if (amount === null || amount < 1)
    wrong.amount = 'Please write an amount such as 12.50: pounds, and at most two decimals.'
  else if (amount > penceFromPounds(refundable)) wrong.amount = `At most ${pounds(refundable)} can still be given back.`
  if (!reason) wrong.reason = 'Please choose a reason.'
  return wrong
}

/** The field an error belongs to. */
function fieldOf(said: string, words: string): Problems {
  return /can still be given back|amount such as/.test(said) ? { amount: words } : { form: words }
}
