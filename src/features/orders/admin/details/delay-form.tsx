import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { isLike, useDraft } from '#admin/use-draft.ts'
import { isWorkingDay } from '#features/settings/bank-holidays.ts'
import { callFunction, readFunction, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { formatShortWeekday } from '#ui/time/calendar-day.ts'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'

const empty = { day: '', reason: '' }

type Stage = 'closed' | 'writing' | 'confirming'

/** Announces a later dispatch day. The customer gets an e-mail and may keep the order or cancel it for a refund. */
export function DelayForm({ order, onDone }: { order: OrderRow; onDone: () => Promise<void> }) {
  const openerId = useId()
  const [stage, setStage] = useState<Stage>('closed')
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [warning, setWarning] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const draft = useDraft({
    form: 'delay',
    rowId: order.order_number,
    version: String(order.version),
    value: { day, reason },
    initial: empty,
    read: (kept) => (isLike(kept, empty) ? kept : null),
    onContinue(kept) {
      setDay(kept.day)
      setReason(kept.reason)
      open()
    },
  })

  function open() {
    setWasOpen(true)
    setStage('writing')
  }

  function close() {
    draft.clear()
    setStage('closed')
    setDay('')
    setReason('')
  }

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (day <= order.dispatch_by) return setProblem('Please choose a day later than the present one.')
    setProblem(undefined)
    setWarning(await dayOffWarning(day))
    setStage('confirming')
  }

  const announce = useMutation({
    mutationFn: () =>
      callFunction('announce-delay', {
        order_number: order.order_number,
        dispatch_by: day,
        reason: reason || null,
      }),
    onError(error) {
      setProblem(toRequestError(error).message)
      setStage('writing')
    },
    async onSuccess() {
      close()
      await onDone()
      void toast({
        title: 'A later day is named',
        description: 'The customer is written to. She may keep the order or have her money back.',
        tone: 'success',
        about: 'delay',
      })
    },
  })

  if (stage === 'closed')
    return (
      <>
        <TextButton id={openerId} ref={wasOpen ? focusNow : undefined} onClick={open}>
          Name a later day
        </TextButton>
        <DraftOffer draft={draft} of="a later dispatch date" focusId={openerId} />
      </>
    )
  if (stage !== 'writing') {
    return (
      <div className="mt-2 border-mulberry border-l-2 pl-5">
        <p ref={focusNow} tabIndex={-1} className="outline-none">
          <strong className="font-medium">Post it by {formatShortWeekday(day)} instead?</strong> The customer gets a
          letter at once, in which she may keep her order or have her money back.
        </p>
        {warning && <p className="pt-2">{warning}</p>}
        <p className="flex flex-wrap items-center gap-x-7 pt-2">
          <Button onClick={() => !announce.isPending && announce.mutate()} aria-disabled={announce.isPending}>
            {announce.isPending ? 'One moment…' : 'Yes, tell her'}
          </Button>
          <TextButton onClick={() => setStage('writing')}>Not yet</TextButton>
        </p>
      </div>
    )
  }
  return (
    <form onSubmit={ask} noValidate className="mt-2 grid max-w-96 gap-y-4 border-line border-l-2 pl-5">
      <DraftOffer draft={draft} />
      <Field
        label="The later day"
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
        error={problem}
        autoFocus
      />
      <Field
        label="Why, if you like"
        hint="She reads it in the letter."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={500}
        autoComplete="off"
      />
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" tone="line">
          Name this day
        </Button>
        <TextButton onClick={close}>Leave it</TextButton>
      </p>
    </form>
  )
}

const dayMs = 86_400_000

/** A question about an ISO day on which the shop does not work; null for a working day, or where the days off are unknown. */
async function dayOffWarning(isoDay: string): Promise<string | null> {
  if (!isWorkingDay(Date.parse(isoDay) / dayMs)) {
    return `${formatShortWeekday(isoDay)} is a weekend or a bank holiday: is it the day you mean?`
  }
  const terms = await readFunction<{ daysOff: string[] }>('shop-terms').catch(() => null)
  return terms?.daysOff.includes(isoDay)
    ? `${formatShortWeekday(isoDay)} is one of your days off: is it the day you mean?`
    : null
}
