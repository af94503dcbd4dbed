import { useState } from 'react'
import { AnswerPanel } from '#admin/answer-panel.tsx'
import { Photographs } from '#admin/photographs.tsx'
import { decimalPounds, formatPence, parseTyped } from '#base/money.ts'
import { formatShopDate, formatShopTime } from '#base/shop-time.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { createMessageIds, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { DetailsSection } from '../../admin/details/details-section.tsx'
import type { OrderRow } from '../../admin/order.ts'
import { isBeforeDispatch, type OrderStatus } from '../../order-state.ts'
import { kindNames, longestReason, nextStates, returnPhotographs, stateNames } from '../return.ts'
import type { OwnerReturn } from './owner-returns.ts'
import type { RecordableReturn } from './record-return.ts'
import { RecordReturn, useUndoRecorded } from './record-return-form.tsx'
import { useChangeReturn, useRefundReturn, useReturns } from './return-queries.ts'

/** One return with what the customer sent, and the buttons that move it on. */
export function ReturnEntry({ declared }: { declared: OwnerReturn }) {
  const { kind, state, stopped, requested_at, declared_on, declared_by, reason, answer, lines, order_status } = declared
  const [open, setOpen] = useState<'refund' | 'refuse' | null>(null)
  const next = nextStates[state]
  const isUnsent = next.length > 0 && isBeforeDispatch(order_status as OrderStatus)
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <strong className="font-medium">{kindNames[kind]}</strong>
        <span className={next.length > 0 ? 'text-mulberry' : 'text-ink-soft'}>
          {stopped ? 'Cancelled' : stateNames[state]}
        </span>
        <span className="text-ink-soft text-small">
          {declared_on === 'owner' ? formatShopDate(requested_at) : formatShopTime(requested_at)}
        </span>
      </p>
      <ul className="mt-1">
        {lines.map(({ name, size, quantity }) => (
          <li key={`${name} ${size}`} className="wrap-any">
            {quantity} × {namedSize({ name, size })}
          </li>
        ))}
      </ul>
      {reason && (
        <blockquote dir="auto" className="wrap-any mt-2 max-w-[38em] whitespace-pre-line border-line border-l-2 pl-4">
          {reason}
        </blockquote>
      )}
      {declared_on === 'form' && (
        <p className="wrap-any mt-2 text-ink-soft text-small">
          Declared with order number and e-mail alone, without the link
          {declared_by && (
            <>
              , as <bdi>{declared_by}</bdi>
            </>
          )}
          .
        </p>
      )}
      {declared_on === 'owner' && (
        <p className="mt-2 text-ink-soft text-small">You recorded it: the customer told you by e-mail or telephone.</p>
      )}
      <Photographs bucket={returnPhotographs} names={declared.photographs} />
      {answer && (
        <p className="wrap-any mt-2 max-w-[38em] whitespace-pre-line text-ink-soft">
          You answered: <bdi>{answer}</bdi>
        </p>
      )}
      {stopped && (
        <p className="mt-3 max-w-[38em] text-ink-soft">
          You hadn’t begun it, so it was cancelled and its refund requested at once. There’s nothing to do.
        </p>
      )}
      {isUnsent && (
        <p className="mt-3 max-w-[38em] border-mulberry border-l-2 pl-4">
          It hasn’t been posted. Please don’t cut or post it: cancel the order under Money, or refuse the return. Until
          then, the cut list and packing slips leave it out.
        </p>
      )}
      <Steps declared={declared} />
      <ExchangeNote declared={declared} />
      {open === 'refund' && <RefundReturn declared={declared} onClose={() => setOpen(null)} />}
      {open === 'refuse' && <RefuseReturn declared={declared} onClose={() => setOpen(null)} />}
      {!open && next.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-1">
          <StepButton declared={declared} />
          <TextButton onClick={() => setOpen('refund')}>Refund it</TextButton>
          {!isUnsent && !declared.exchange && declared.worth_pence > 0 && (
            <Link
              to={`/admin/orders/exchange?order=${encodeURIComponent(declared.order_number)}&return=${declared.id}`}
              className="inline-flex min-h-11 items-center text-mulberry"
            >
              <span className="link">Exchange it</span>
            </Link>
          )}
          <TextButton onClick={() => setOpen('refuse')}>Refuse it</TextButton>
          {declared.is_undoable && <UndoButton id={declared.id} />}
        </div>
      )}
    </div>
  )
}

/** The button of the next step in the workroom: it has arrived, then it was inspected. */
function StepButton({ declared: { id, version, state } }: { declared: OwnerReturn }) {
  const change = useChangeReturn()
  const step = state === 'requested' ? 'received' : state === 'received' ? 'inspected' : null
  if (!step) return null
  async function press() {
    if (change.isPending || !step) return
    try {
      await change.mutateAsync({ id, version, state: step })
      const description =
        step === 'received' ? 'The customer gets an e-mail.' : 'Now refund it, or refuse it with a reason.'
      await toast({ title: stateNames[step], description, tone: 'success', about: 'returns' })
    } catch (error) {
      const { message } = toRequestError(error)
      await toast({ title: 'Not changed', description: message, tone: 'error', about: 'returns' })
    }
  }
  return (
    <Button tone="line" onClick={press} aria-disabled={change.isPending}>
      {change.isPending ? 'One moment…' : step === 'received' ? 'Mark as arrived' : 'Mark as inspected'}
    </Button>
  )
}

function Steps({ declared: { received_at, inspected_at, settled_at, state, stopped } }: { declared: OwnerReturn }) {
  const steps = [
    received_at && `Arrived ${formatShopTime(received_at)}`,
    inspected_at && `inspected ${formatShopTime(inspected_at)}`,
    settled_at && !stopped && `${stateNames[state].toLowerCase()} ${formatShopTime(settled_at)}`,
  ].filter(Boolean)
  if (steps.length === 0) return null
  const text = steps.join(', ')
  return <p className="mt-2 text-ink-soft text-small">{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>
}

/** The order that it was exchanged for, also one that was cancelled or not paid. */
function ExchangeNote({ declared: { exchange, state } }: { declared: OwnerReturn }) {
  if (!exchange) return null
  const order = (
    <Link to={`/admin?tab=orders&order=${encodeURIComponent(exchange)}`} className="link text-mulberry">
      {exchange}
    </Link>
  )
  if (state === 'exchanged') return <p className="mt-2">Exchanged for order {order}.</p>
  return (
    <p className="mt-2 max-w-[38em]">
      It was exchanged for order {order}, which was cancelled or not paid. It can be refunded now.
    </p>
  )
}

/** Takes back what the owner recorded, until its e-mail leaves. */
function UndoButton({ id }: { id: string }) {
  const undo = useUndoRecorded()
  return (
    <TextButton onClick={() => undo.press(id)} aria-disabled={undo.isPending}>
      {undo.isPending ? 'Undoing…' : 'Undo'}
    </TextButton>
  )
}

/** The returns of an order, and the form that records one, in its details; nothing where there is neither. */
export function OrderReturns({ order }: { order: OrderRow }) {
  const { order_number: orderNumber, customer_email: email } = order
  const { returns, recordable } = useReturns(orderNumber)
  // The form keeps the garments that it was opened with, and what was typed, where the customer declares them meanwhile.
  const [opened, setOpened] = useState<RecordableReturn | null>(null)
  const shown = opened ? { ...(recordable ?? opened), kinds: opened.kinds } : recordable
  if (!returns || (returns.length === 0 && !shown)) return null
  return (
    <DetailsSection title={returns.length === 1 ? 'Return' : 'Returns'} wide>
      {returns.length > 0 && (
        <ul className="grid gap-y-6 pb-3">
          {returns.map((declared) => (
            <li key={declared.id}>
              <ReturnEntry declared={declared} />
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <RecordReturn
          orderNumber={orderNumber}
          hasEmail={email !== null}
          recordable={shown}
          isOpen={opened !== null}
          onOpen={() => setOpened(shown)}
          onClose={() => setOpened(null)}
        />
      )}
    </DetailsSection>
  )
}

/** Refunds a return, with the amount that the law gives as a suggestion, and settles it. */
function RefundReturn({ declared, onClose }: { declared: OwnerReturn; onClose: () => void }) {
  const refund = useRefundReturn()
  const [idOf] = useState(() => createMessageIds())
  const [amount, setAmount] = useState(decimalPounds(declared.suggested_pence))
  const [problem, setProblem] = useState<string>()
  const pounds = parseTyped(amount)

  async function give() {
    if (refund.isPending) return
    if (pounds === null) return setProblem('Please enter an amount such as 12.50.')
    const body = { id: declared.id, version: declared.version, amount }
    try {
      await refund.mutateAsync({ ...body, request_id: idOf(body) })
    } catch (error) {
      const { message, isUnreachable } = toRequestError(error)
      return setProblem(isUnreachable ? `${message} Press again: it’s only refunded once.` : message)
    }
    const title = pounds > 0 ? `${formatPence(pounds)} is being refunded` : 'The return is closed'
    await toast({ title, tone: 'success', about: 'returns' })
    onClose()
  }

  return (
    <fieldset
      className="mt-4 max-w-[34rem] border-mulberry border-l-2 pl-5"
      onKeyDown={({ key }) => key === 'Escape' && !refund.isPending && onClose()}
    >
      <legend className="float-left w-full font-medium">Refund this return</legend>
      <div className="clear-both grid gap-y-4 pt-2">
        <Field
          label="Amount in pounds"
          ref={focusNow}
          value={amount}
          onChange={({ target }) => {
            setAmount(target.value)
            setProblem(undefined)
          }}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          hint={hintOf(declared)}
          error={problem}
          className="max-w-80"
        />
        <p className="text-ink-soft text-small">
          It goes to the card or account used to pay, and the customer gets an e-mail. It can’t be undone.
        </p>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <Button onClick={give} aria-disabled={refund.isPending}>
            {refund.isPending ? 'One moment…' : pounds ? `Refund ${formatPence(pounds)}` : 'Close the return'}
          </Button>
          {!refund.isPending && <TextButton onClick={onClose}>Back</TextButton>}
        </div>
      </div>
    </fieldset>
  )
}

function hintOf({ suggested_pence, refunded_pence }: OwnerReturn): string {
  const amount = formatPence(suggested_pence)
  const how =
    refunded_pence > 0
      ? `${formatPence(refunded_pence)} of this order has already been refunded or exchanged. ${amount} is what is left of their cost, and of the payment.`
      : `${amount} is what these pieces cost, with the least expensive delivery if they are the whole order.`
  return `${how} Enter 0 if you have already refunded it.`
}

/** Refuses a return; the customer gets the reason by e-mail. */
function RefuseReturn({ declared: { id, version }, onClose }: { declared: OwnerReturn; onClose: () => void }) {
  const change = useChangeReturn()

  async function refuse(answer: string) {
    if (answer.trim() === '') return 'Please enter a reason: the customer gets it by e-mail.'
    await change.mutateAsync({ id, version, state: 'refused', answer })
    const description = 'The customer gets your reason by e-mail.'
    await toast({ title: 'Refused', description, tone: 'success', about: 'returns' })
    return undefined
  }

  return (
    <AnswerPanel
      title="Refuse this return"
      label="Reason, as the customer will read it"
      hint="For a garment in a standard size, the law leaves little room: worn or washed, or long past the 14 days."
      longest={longestReason}
      send="Refuse and e-mail the customer"
      leave="Back"
      busy={change.isPending}
      onSend={refuse}
      onClose={onClose}
    />
  )
}
