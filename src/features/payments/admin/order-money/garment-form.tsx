import { useContext, useState } from 'react'
import { ConfirmMoney } from '#admin/confirm-money.tsx'
import { decimalPounds, formatPence, pence } from '#base/money.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, Choice } from '#ui/choice-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import {
  amountOfChoice,
  choiceProblem,
  chosenLines,
  costOfChoice,
  type GarmentChoice,
  mayCancelPieces,
  takenAlready,
} from './garment-choice.ts'
import { GarmentPieces } from './garment-pieces.tsx'
import { InOrderDetails } from './money-section.tsx'
import { chosenReason, reasonChoices } from './order-money-labels.ts'
import { type OrderMoney, useGarmentChange } from './order-money-queries.ts'

/** Cancels or refunds single garments, after a confirmation. Closed at first. */
export function GarmentForm({ money }: { money: OrderMoney }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const isWithin = useContext(InOrderDetails)
  if (!mayCancelPieces(money) && money.refundable_pence === 0) return null
  return (
    <div className={isWithin ? 'mt-5' : 'mt-8'}>
      {isOpen ? (
        <OpenForm
          money={money}
          onClose={() => {
            setWasOpen(true)
            setOpen(false)
          }}
        />
      ) : (
        <TextButton ref={wasOpen ? focusNow : undefined} onClick={() => setOpen(true)}>
          {mayCancelPieces(money) ? 'Cancel or refund a garment' : 'Refund a garment'}
        </TextButton>
      )}
    </div>
  )
}

function OpenForm({ money, onClose }: { money: OrderMoney; onClose: () => void }) {
  const Heading = useContext(InOrderDetails) ? 'h5' : 'h3'
  const change = useGarmentChange()
  const [idOf] = useState(() => createMessageIds())
  const mayCancel = mayCancelPieces(money)
  const mayRefund = money.refundable_pence > 0
  const [choice, setChoice] = useState<GarmentChoice>({
    action: mayCancel ? 'cancel' : 'refund',
    pieces: {},
    refund: mayRefund,
    delivery: false,
    amount: null,
  })
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [reasonProblem, setReasonProblem] = useState<string | undefined>()
  const [isAsking, setAsking] = useState(false)
  const amount = amountOfChoice(choice, money) ?? pence(0)
  const cost = costOfChoice(choice, money)
  const taken = takenAlready(money)
  const isCancel = choice.action === 'cancel'

  function write(next: Partial<GarmentChoice>) {
    setChoice({ ...choice, amount: null, ...next })
    setProblem(null)
    setAsking(false)
  }

  function ask() {
    const wrong = choiceProblem(choice, money)
    const missing = !isCancel && reason === '' ? 'Please choose a reason.' : undefined
    setProblem(wrong)
    setReasonProblem(missing)
    if (!wrong && !missing) setAsking(true)
  }

  async function send() {
    if (change.isPending) return
    const common = { order_number: money.order_number, lines: chosenLines(choice, money), note: note || null }
    const chosen = chosenReason(reason)
    const sent = amount > 0 ? { amount: amount / 100 } : {}
    try {
      if (isCancel) {
        const body = { ...common, ...sent, version: money.version, refund: amount > 0 }
        await change.mutateAsync({ path: 'cancel-lines', body: { ...body, request_id: idOf(body) } })
      } else if (chosen) {
        const body = { ...common, ...sent, with_delivery: choice.delivery, reason: chosen }
        await change.mutateAsync({ path: 'refund-lines', body: { ...body, request_id: idOf(body) } })
      }
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      setProblem(isUnreachable ? `${message} Press again: it’s only done once.` : message)
      return setAsking(false)
    }
    onClose()
    await toast({
      title: isCancel ? 'The garment is cancelled' : `${formatPence(amount)} is being refunded`,
      description: isCancel
        ? `The customer gets an e-mail.${amount > 0 ? ` ${formatPence(amount)} is being refunded.` : ''}`
        : 'See the list for its progress.',
      tone: 'success',
      about: 'order-money',
    })
  }

  return (
    <div className="grid max-w-[38rem] gap-y-5 border-line border-l-2 pl-5">
      <Heading ref={focusNow} tabIndex={-1} className="font-medium outline-none">
        {mayCancel ? 'Cancel or refund a garment' : 'Refund a garment'}
      </Heading>
      {taken.all > 0 && <p className="text-ink-soft">{refundedBefore(money)}</p>}
      {mayCancel && mayRefund && (
        <fieldset className="grid gap-y-1">
          <legend className="sr-only">What to do</legend>
          <Choice name="garment-action" checked={isCancel} onChange={() => write({ action: 'cancel', pieces: {} })}>
            Cancel: it isn’t made or sent
          </Choice>
          <Choice name="garment-action" checked={!isCancel} onChange={() => write({ action: 'refund', pieces: {} })}>
            Refund only: the order doesn’t change
          </Choice>
        </fieldset>
      )}
      <GarmentPieces money={money} choice={choice} onChoose={(pieces) => write({ pieces })} />
      {isCancel && mayRefund && (
        <CheckField
          label={amount > 0 ? `Refund ${formatPence(amount)} now` : 'Refund what it cost now'}
          name="garment-refund"
          checked={choice.refund}
          onChange={(refund) => write({ refund })}
        />
      )}
      {!isCancel && money.delivery_left_pence > 0 && (
        <CheckField
          label={`Delivery too, ${formatPence(money.delivery_left_pence)}`}
          name="garment-delivery"
          checked={choice.delivery}
          onChange={(delivery) => write({ delivery })}
        />
      )}
      {cost > 0 && taken.byAmount > 0 && (
        <Field
          label="Amount in pounds"
          value={choice.amount ?? decimalPounds(amount)}
          onChange={({ target }) => write({ amount: target.value })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          hint={`${formatPence(cost)} is what this cost. If you’ve already refunded some of that, enter the rest.`}
          className="max-w-80"
        />
      )}
      {!isCancel && (
        <SelectField
          label="Reason"
          choices={reasonChoices}
          value={reason}
          error={reasonProblem}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <FieldFrame label="Note (optional)" hint="For your records. The customer doesn’t see it.">
        {(bound) => (
          <textarea
            {...bound}
            rows={1}
            maxLength={1_000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={`field-sizing-content mt-1 resize-y ${inputLook}`}
          />
        )}
      </FieldFrame>
      <p role="alert" className="border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {problem}
      </p>
      {isAsking ? (
        <ConfirmMoney
          question={questionOf({ isCancel, amount: amount > 0 ? formatPence(amount) : null })}
          yes={isCancel ? 'Yes, cancel it' : `Yes, refund ${formatPence(amount)}`}
          busyLabel="One moment…"
          busy={change.isPending}
          onYes={send}
          onNo={() => setAsking(false)}
        >
          {isCancel
            ? 'The customer gets an e-mail. Delivery and the discount on the other garments stay as charged.'
            : 'It goes to the card or account used to pay, and can’t be undone.'}
        </ConfirmMoney>
      ) : (
        <p className="flex flex-wrap items-center gap-x-7 gap-y-3">
          <Button tone="line" onClick={ask}>
            {isCancel ? 'Cancel the garment' : `Refund ${amount > 0 ? formatPence(amount) : 'it'}`}
          </Button>
          <TextButton onClick={onClose}>Back</TextButton>
        </p>
      )}
    </div>
  )
}

/** What was refunded before, and what is left. */
function refundedBefore(money: OrderMoney): string {
  const { all, byAmount } = takenAlready(money)
  const part = byAmount === all ? '' : `${formatPence(byAmount)} of it `
  const how = byAmount > 0 ? `, ${part}by amount rather than for a garment` : ''
  const left = money.refundable_pence > 0 ? `${formatPence(money.refundable_pence)} is left to refund.` : ''
  return `${formatPence(all)} of the ${formatPence(money.total_pence)} paid has already been refunded${how}. ${left}`.trim()
}

function questionOf({ isCancel, amount }: { isCancel: boolean; amount: string | null }): string {
  if (!isCancel) return `Refund ${amount}?`
  return amount ? `Cancel the garment and refund ${amount}?` : 'Cancel the garment without a refund?'
}
