import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { serverNow } from '#platform/client/backend-client.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import type { Ask } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { addTracking } from '../status/change-order.ts'
import { isEmailed } from '../status/status-questions.ts'
import { CarrierField, defaultCarrier } from '../tracking/carrier-field.tsx'
import { oddNumberQuestion, trackingWarning } from '../tracking/tracking-format.ts'
import { notifyTracking, notifyTrackingFailure } from './tracking-notices.ts'

const schema = z.object({
  trackingNumber: z.string().trim().min(1, 'Please enter a tracking number.'),
  carrier: z.string(),
})

type TrackingFormProps = {
  order: OrderRow
  wantsFocus: boolean
  ask: Ask
  onAdded: (order: OrderRow) => void
  /** The change was undone. */
  onUndone: (order: OrderRow) => void
  /** Cancels a correction. */
  onLeave?: () => void
}

/** Saves a tracking number: the order becomes shipped, and the customer gets an e-mail after a minute. */
export function TrackingForm({ order, wantsFocus, ask, onAdded, onUndone, onLeave }: TrackingFormProps) {
  const { register, watch, setFocus, clearErrors, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    // The error stays until the number is changed.
    reValidateMode: 'onSubmit',
    defaultValues: {
      trackingNumber: order.tracking_number ?? '',
      carrier: order.shipping_carrier ?? defaultCarrier,
    },
  })
  const [tellsCustomer, setTellsCustomer] = useState(true)
  // The customer may have been sent the number that is corrected.
  const offersChoice = order.tracking_number !== null && order.order_status === 'shipped' && isEmailed(order)
  const values = watch()
  const trackingNumber = values.trackingNumber.trim()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (tracking: z.output<typeof schema>) =>
      addTracking(order, { ...tracking, now: serverNow(), tellCustomer: tellsCustomer }),
  })

  useEffect(() => {
    if (wantsFocus) setFocus('trackingNumber')
  }, [wantsFocus, setFocus])

  const add = handleSubmit(
    async (tracking) => {
      if (isPending) return
      const question = oddNumberQuestion(tracking.carrier, tracking.trackingNumber)
      if (question && !(await ask(question))) return
      const changed = await mutateAsync(tracking)
      if (changed.outcome !== 'changed') {
        if (changed.outcome === 'conflict' && changed.order) onAdded(changed.order)
        return notifyTrackingFailure(order, changed)
      }
      onAdded(changed.order)
      await notifyTracking(order, changed.order, { isTold: tellsCustomer, onUndone })
    },
    (errors) => {
      const description = errors.trackingNumber?.message
      void toast({ title: 'Tracking number missing', description, tone: 'error', about: 'tracking' })
    },
  )

  return (
    <form onSubmit={add} noValidate className="grid max-w-96 gap-y-4">
      <Field
        label="Tracking number"
        {...register('trackingNumber', { onChange: () => clearErrors('trackingNumber') })}
        // With a disabled button, Enter would do nothing without a message.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !trackingNumber) void add()
        }}
        error={formState.errors.trackingNumber?.message}
        hint={trackingWarning(values.carrier, trackingNumber) ?? undefined}
        placeholder="AA123456785GB"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CarrierField present={order.shipping_carrier} {...register('carrier')} />
      {offersChoice && (
        <CheckField
          label="E-mail the customer the corrected number"
          name="tell"
          checked={tellsCustomer}
          onChange={setTellsCustomer}
        />
      )}
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" disabled={!trackingNumber} aria-disabled={isPending}>
          {isPending ? 'Adding…' : order.tracking_number ? 'Save Tracking' : 'Add Tracking'}
        </Button>
        {onLeave && <TextButton onClick={onLeave}>Cancel</TextButton>}
      </p>
    </form>
  )
}
