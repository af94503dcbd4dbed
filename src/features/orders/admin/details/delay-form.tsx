import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { shopToday } from '#admin/shop-now.ts'
import { useDraft } from '#admin/use-draft.ts'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { isWorkingDay } from '#features/settings/bank-holidays.ts'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'

const empty = { day: '', reason: '' }

type Stage = 'closed' | 'writing' | 'confirming'

/**
 * Changes the dispatch day. The customer gets an e-mail, and of a later day may keep the order or cancel it for a refund.
 */
export function DelayForm({ order, onDone }: { order: OrderRow; onDone: () => Promise<void> }) {
  const opener = useRef<HTMLButtonElement>(null)
  const [stage, setStage] = useState<Stage>('closed')
  const { register, watch, setError, reset, handleSubmit, formState } = useForm({
    resolver: zodResolver(delaySchema(order)),
    reValidateMode: 'onSubmit',
    defaultValues: empty,
  })
  const values = watch()
  const { day } = values
  const isLater = day > order.dispatch_by
  const [warning, setWarning] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const draft = useDraft({
    form: 'delay',
    rowId: order.order_number,
    version: String(order.version),
    value: values,
    initial: empty,
    onContinue(stored) {
      reset(stored)
      open()
    },
  })

  useEffect(() => {
    if (wasOpen && stage === 'closed') opener.current?.focus()
  }, [wasOpen, stage])

  function open() {
    setWasOpen(true)
    setStage('writing')
  }

  function close() {
    draft.clear()
    setStage('closed')
    reset(empty)
  }

  const onSubmit = handleSubmit(async () => {
    setWarning(await dayOffWarning(day))
    setStage('confirming')
  })

  const announce = useMutation({
    mutationFn: () =>
      call('announce-delay', {
        order_number: order.order_number,
        dispatch_by: day,
        reason: (isLater && values.reason) || null,
      }),
    onError(error) {
      setError('day', { message: toRequestError(error).message })
      setStage('writing')
    },
    async onSuccess() {
      close()
      await onDone()
      void toast({
        title: 'Dispatch date changed',
        description: isLater
          ? 'The customer gets an e-mail in a minute, and can keep the order or cancel for a refund.'
          : 'The customer gets an e-mail with the new date in a minute.',
        tone: 'success',
        about: 'delay',
      })
    },
  })

  if (stage === 'closed')
    return (
      <>
        <TextButton ref={opener} onClick={open}>
          Change the dispatch date
        </TextButton>
        <DraftOffer draft={draft} of="another dispatch date" onChosen={() => opener.current?.focus()} />
      </>
    )
  if (stage !== 'writing') {
    return (
      <div className="mt-2 border-mulberry border-l-2 pl-5">
        <p ref={focusNow} tabIndex={-1} className="outline-none">
          <strong className="font-medium">Post it by {formatShortWeekday(day)} instead?</strong>{' '}
          {isLater
            ? 'The customer gets an e-mail in a minute and can keep the order or cancel for a refund; you can undo it in the timeline until then.'
            : 'That is earlier than the current date. The customer gets an e-mail with the new date in a minute; you can undo it in the timeline until then.'}
        </p>
        {warning && <p className="pt-2">{warning}</p>}
        <p className="flex flex-wrap items-center gap-x-7 pt-2">
          <Button onClick={() => !announce.isPending && announce.mutate()} aria-disabled={announce.isPending}>
            {announce.isPending ? 'One moment…' : 'Change the date and e-mail the customer'}
          </Button>
          <TextButton onClick={() => setStage('writing')}>Back</TextButton>
        </p>
      </div>
    )
  }
  return (
    <form onSubmit={onSubmit} noValidate className="mt-2 grid max-w-96 gap-y-4 border-line border-l-2 pl-5">
      <DraftOffer draft={draft} />
      <Field
        label="New dispatch date"
        type="date"
        {...register('day')}
        error={formState.errors.day?.message}
        autoFocus
      />
      {(isLater || day === '') && (
        <Field
          label="Reason (optional)"
          hint="The customer sees this in the e-mail about a later date."
          {...register('reason')}
          maxLength={500}
          autoComplete="off"
        />
      )}
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" tone="line">
          Continue
        </Button>
        <TextButton onClick={close}>Cancel</TextButton>
      </p>
    </form>
  )
}

/** The rules of POST announce-delay: another day than the present one, and not a past one. */
function delaySchema({ dispatch_by }: OrderRow) {
  return z.object({
    day: z
      .string()
      .min(1, 'Please choose a date.')
      .refine((day) => day !== dispatch_by, 'This is the current date. Please choose another one.')
      .refine((day) => day === '' || day >= shopToday(), 'Please choose today or a later date.'),
    reason: z.string(),
  })
}

/**
 * A question about an ISO day on which the shop does not work; null for a working day, or where the days off are
 * unknown.
 */
export async function dayOffWarning(isoDay: string): Promise<string | null> {
  if (!isWorkingDay(Date.parse(isoDay) / dayMs)) {
    return `${formatShortWeekday(isoDay)} is a weekend day or a bank holiday. Is that the date you mean?`
  }
  const terms = await read('shop-terms').catch(() => null)
  return terms?.daysOff.includes(isoDay)
    ? `${formatShortWeekday(isoDay)} is one of your days off. Is that the date you mean?`
    : null
}
