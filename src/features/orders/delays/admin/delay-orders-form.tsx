import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { shopToday } from '#admin/shop-now.ts'
import { useDraft } from '#admin/use-draft.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice-field.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { dayOffWarning } from '../../admin/details/delay-form.tsx'
import type { PlannedDelay } from '../delays.contract.ts'
import type { Outcome } from './delay-outcome.tsx'
import { type Chosen, useDelayOrders, useDelayPlan } from './delay-queries.ts'

const empty = { how: 'later', days: '5', day: '', reason: '' }
type Typed = typeof empty

type FormProps = {
  numbers: readonly string[]
  /** The working days that are suggested, and the days off that are not saved yet. */
  suggested: { later: string; off: string | undefined }
  onLeaveOut: (orderNumber: string) => void
  onDone: (outcome: Outcome) => void
}

/** One reason and one new day, or a number of working days, for all orders; what happens to each is shown before the press. */
export function DelayOrdersForm({ numbers, suggested, onLeaveOut, onDone }: FormProps) {
  const initial = { ...empty, days: suggested.later }
  const [typed, setTyped] = useState<Typed>(initial)
  const [problem, setProblem] = useState<string | null>(null)
  // One announcement, however often it is pressed: after a lost response the next press finishes the same one.
  const batch = useRef(randomUuid())
  const draft = useDraft<Typed>({
    form: 'delay-orders',
    rowId: '',
    version: '',
    value: typed,
    initial,
    onContinue: setTyped,
  })
  const chosen = { ...chosenOf(typed), off: suggested.off }
  const plan = useDelayPlan(numbers, chosen)
  const delay = useDelayOrders()
  const change = (changed: Partial<Typed>) => {
    setProblem(null)
    setTyped({ ...typed, ...changed })
  }
  const able = plan.orders?.filter((order) => order.problem === null) ?? []

  function submit(event: FormEvent) {
    event.preventDefault()
    const planned = plan.orders
    if (delay.isPending || plan.isStale || !planned) return
    const orders = able.flatMap(({ order_number, from, to }) => (to === null ? [] : [{ order_number, from, to }]))
    if (orders.length === 0) return setProblem(choiceProblem(typed) ?? 'None of these orders can be delayed.')
    const request = { orders, reason: typed.reason || null, batch: batch.current }
    delay.mutate(request, {
      onSuccess({ results }) {
        draft.clear()
        setTyped(initial)
        batch.current = randomUuid()
        const refused = [...results, ...planned].flatMap(({ order_number, problem }) =>
          problem === null ? [] : [{ order_number, problem }],
        )
        const stays = new Set(refused.map(({ order_number }) => order_number))
        onDone({ id: request.batch, done: orders.filter(({ order_number }) => !stays.has(order_number)), refused })
      },
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-y-7">
      <h2 className="text-title leading-tight">
        {numbers.length === 1 ? 'Delay one order' : `Delay ${numbers.length} orders`}
      </h2>
      <DraftOffer draft={draft} />
      <Day typed={typed} change={change} />
      <Field
        label="Reason (optional)"
        hint="Every customer reads it in the e-mail."
        name="reason"
        value={typed.reason}
        onChange={({ target }) => change({ reason: target.value })}
        maxLength={500}
        autoComplete="off"
        className="max-w-[34rem]"
      />
      {!plan.orders && plan.problem !== null && (
        <CouldNotLoad problem={`The orders couldn’t be loaded. ${plan.problem}`} onRetry={plan.retry} />
      )}
      {!plan.orders && plan.problem === null && <LoadingSkeleton label="Loading the orders" count={3} />}
      {plan.orders && (
        <>
          <Consequences able={able} />
          <div>
            <Button
              type="submit"
              aria-disabled={delay.isPending || plan.isStale || able.length === 0}
              className="max-sm:w-full"
            >
              {delay.isPending ? 'One moment…' : pressLabel(able.length)}
            </Button>
            <p role="alert" className="mt-3 max-w-[38em] text-mulberry empty:hidden">
              {problem ?? (delay.error && failure(toRequestError(delay.error).message))}
            </p>
          </div>
          <PlannedList orders={plan.orders} isStale={plan.isStale} onLeaveOut={onLeaveOut} />
        </>
      )}
    </form>
  )
}

function failure(message: string): string {
  return `${message} Check the list: an order that is delayed already says so, and is not delayed twice.`
}

function pressLabel(count: number): string {
  if (count === 0) return 'Delay and e-mail'
  return count === 1 ? 'Delay one order and e-mail the customer' : `Delay ${count} orders and e-mail ${count} customers`
}

type Part = { typed: Typed; change: (changed: Partial<Typed>) => void }

function Day({ typed, change }: Part) {
  const { how, days, day } = typed
  return (
    <fieldset>
      <legend className="label text-ink-soft">The new dispatch date</legend>
      <Choice name="how" checked={how === 'later'} onChange={() => change({ how: 'later' })}>
        A number of working days later
      </Choice>
      {how === 'later' && (
        <Field
          label="Working days later"
          type="number"
          inputMode="numeric"
          min={1}
          max={120}
          step={1}
          name="days"
          value={days}
          onChange={({ target }) => change({ days: target.value })}
          hint="From each order’s own date; from today where that date has passed. Weekends, bank holidays and your days off are skipped."
          error={choiceProblem(typed)}
          className="ml-7 max-w-[30rem] pb-3 [&_input]:max-w-[8rem]"
        />
      )}
      <Choice name="how" checked={how === 'day'} onChange={() => change({ how: 'day' })}>
        One new day for all
      </Choice>
      {how === 'day' && (
        <>
          <Field
            label="New dispatch date"
            type="date"
            name="day"
            min={shopToday()}
            value={day}
            onChange={({ target }) => change({ day: target.value })}
            className="ml-7 max-w-[16rem] pb-3"
          />
          <DayOffNote day={day} />
        </>
      )}
    </fieldset>
  )
}

/** A day on which the shop does not work is probably an error. */
function DayOffNote({ day }: { day: string }) {
  const { data } = useQuery({
    queryKey: ['day-off-warning', day],
    queryFn: () => (day === '' ? null : dayOffWarning(day)),
    gcTime: 0,
  })
  return data ? (
    <p role="status" className="ml-7 max-w-[34em] border-mulberry border-l-2 pl-4">
      {data}
    </p>
  ) : null
}

const wholeDays = /^\d{1,3}$/

function choiceProblem({ how, days, day }: Typed): string | null {
  if (how === 'day') return day === '' ? 'Please choose a date.' : null
  return wholeDays.test(days) && Number(days) >= 1 && Number(days) <= 120 ? null : 'Whole working days, from 1 to 120.'
}

function chosenOf(typed: Typed): Chosen {
  if (choiceProblem(typed) !== null) return {}
  return typed.how === 'day' ? { to: typed.day } : { later: typed.days }
}

type ListProps = { orders: readonly PlannedDelay[]; isStale: boolean; onLeaveOut: (orderNumber: string) => void }

/** Each order with its date now and then, or why it stays. */
function PlannedList({ orders, isStale, onLeaveOut }: ListProps) {
  return (
    <ul aria-label="Orders" aria-busy={isStale} className="max-w-[44rem] border-line border-t">
      {orders.map(({ order_number: number, customer_name, from, to, problem }) => (
        <li
          key={number}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 border-line border-b py-2 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto]"
        >
          <p className="wrap-any min-w-0">
            <Link
              to={`/admin?tab=orders&order=${encodeURIComponent(number)}`}
              className="inline-flex min-h-8 items-center"
            >
              <span className="link">{number}</span>
            </Link>
            <span className="block text-ink-soft text-small">
              <bdi>{customer_name ?? 'No name yet'}</bdi>
            </span>
          </p>
          <p className="max-sm:col-span-2 max-sm:row-start-2 sm:pt-1">
            {problem === null ? (
              <>
                <span className="text-ink-soft">by {formatShortWeekday(from)}</span>
                {to !== null && (
                  <>
                    {' → '}
                    <strong className="font-medium">by {formatShortWeekday(to)}</strong>
                  </>
                )}
              </>
            ) : (
              <span className="text-mulberry">{problem}</span>
            )}
          </p>
          <TextButton
            onClick={() => onLeaveOut(number)}
            aria-label={`Leave out ${number}`}
            className="max-sm:col-start-2 max-sm:row-start-1"
          >
            Leave out
          </TextButton>
        </li>
      ))}
    </ul>
  )
}

/** What the customers get, before the press. */
function Consequences({ able }: { able: readonly PlannedDelay[] }) {
  if (able.length === 0) return null
  const begun = able.filter(({ is_begun }) => is_begun).length
  const waiting = able.length - begun
  const until =
    waiting > 0 && begun > 0
      ? `${count(waiting)} can choose until you cut, ${count(begun).toLowerCase()} until the parcel leaves, since you have begun.`
      : `They can choose until ${begun > 0 ? 'the parcel leaves, since you have begun' : 'you cut'}.`
  return (
    <p role="status" className="max-w-[40em] border-mulberry border-l-2 pl-4">
      {able.length === 1 ? 'One customer gets an e-mail' : `${able.length} customers each get an e-mail of their own`}{' '}
      in a minute: the new date, your reason, and the choice to keep the order or cancel it for a full refund. {until}{' '}
      Until the {able.length === 1 ? 'e-mail leaves' : 'e-mails leave'}, you can undo it.
    </p>
  )
}

function count(orders: number): string {
  return orders === 1 ? 'One' : String(orders)
}
