import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatOrderTime } from '#base/shop-time.ts'
import { useCarriers } from '#features/settings/admin/settings-queries.ts'
import { type Carrier, findCarrier, offeredCarriers, trackingUrl } from '#features/settings/carriers.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import type { Ask } from '#ui/question-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { CopyButton, Facts } from '../details/details-section.tsx'
import type { OrderRow } from '../order.ts'
import { addTracking, changeOrder } from '../status/change-order.ts'
import { isEmailed } from '../status/status-questions.ts'
import { notifyUnchanged, notifyUndone, undoMs } from '../status/use-status-changes.ts'
import { oddNumberQuestion, plainNumber, trackingWarning } from './tracking-format.ts'

type DetailsTrackingProps = {
  order: OrderRow
  wantsFocus: boolean
  ask: Ask
  onChanged: (order: OrderRow) => void
}

/** The parcel's tracking, or the field for its number. The number can be corrected later. */
export function TrackingSection({ order, wantsFocus, ask, onChanged }: DetailsTrackingProps) {
  const { tracking_number: number, shipping_carrier: carrier, shipped_at } = order
  const [correcting, setCorrecting] = useState(false)
  const [wasAdded, setWasAdded] = useState(false)
  const url = trackingUrl(useCarriers(), carrier, number)
  if (!number || correcting) {
    return (
      <TrackingForm
        order={order}
        wantsFocus={wantsFocus || correcting}
        ask={ask}
        onUndone={onChanged}
        onAdded={(changed) => {
          setCorrecting(false)
          setWasAdded(true)
          onChanged(changed)
        }}
        {...(correcting && { onLeave: () => setCorrecting(false) })}
      />
    )
  }
  return (
    // The form that had the focus is no longer rendered.
    <div ref={wasAdded ? focusNow : undefined} tabIndex={-1} className="outline-none">
      <Facts
        facts={[
          [
            'Number',
            url ? (
              <a key="number" href={url} target="_blank" rel="noreferrer" className="link hover:text-mulberry">
                {number}
              </a>
            ) : (
              number
            ),
          ],
          ['Carrier', carrier ?? 'Not given'],
          shipped_at !== null && ['Shipped', formatOrderTime(shipped_at)],
        ]}
      />
      <p className="flex flex-wrap gap-x-7">
        <CopyButton text={number} what="number" />
        <TextButton onClick={() => setCorrecting(true)}>Correct the number</TextButton>
      </p>
    </div>
  )
}

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
function TrackingForm({ order, wantsFocus, ask, onAdded, onUndone, onLeave }: TrackingFormProps) {
  const carriers = useCarriers()
  const { register, watch, setFocus, clearErrors, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    // The error stays until the number is changed.
    reValidateMode: 'onSubmit',
    defaultValues: {
      trackingNumber: order.tracking_number ?? '',
      carrier: order.shipping_carrier ?? usualCarrier(carriers),
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
      const question = oddNumberQuestion(
        tracking.carrier,
        tracking.trackingNumber,
        formatOf(carriers, tracking.carrier),
      )
      if (question && !(await ask(question))) return
      const changed = await mutateAsync(tracking)
      if (changed.outcome !== 'changed') {
        if (changed.outcome === 'conflict' && changed.order) onAdded(changed.order)
        return notifyUnchanged(order.order_number, changed, 'Failed to add tracking number.')
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
        hint={trackingWarning(values.carrier, trackingNumber, formatOf(carriers, values.carrier)) ?? undefined}
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

/** The carrier preselected for a new parcel. */
export function usualCarrier(carriers: readonly Carrier[]): string {
  return offeredCarriers(carriers)[0]?.name ?? ''
}

/** How the numbers of a carrier look, as the owner gave it; empty: not given. */
export function formatOf(carriers: readonly Carrier[], name: string): string {
  return findCarrier(carriers, name)?.format ?? ''
}

type CarrierFieldProps = Omit<ComponentProps<'select'>, 'children' | 'className'> & {
  /** The order's carrier so far. */
  present?: string | null
}

/** Chooses the carrier: the shop's carriers, and the present one where it is not among them. */
export function CarrierField({ present = null, ...select }: CarrierFieldProps) {
  const choices = offeredCarriers(useCarriers()).map(({ name }) => ({ id: name, name }))
  const isKnown = !present || choices.some(({ id }) => id === present)
  return (
    <SelectField
      label="Carrier"
      choices={isKnown ? choices : [...choices, { id: present, name: present }]}
      {...select}
    />
  )
}

/** A toast that a number was added, whether the customer gets an e-mail, and an undo button. */
function notifyTracking(
  before: OrderRow,
  order: OrderRow,
  { isTold, onUndone }: { isTold: boolean; onUndone: (order: OrderRow) => void },
): Promise<void> {
  async function undo() {
    const { tracking_number, shipping_carrier, shipped_at, order_status, ready_at } = before
    const was = { tracking_number, shipping_carrier, shipped_at, order_status, ready_at }
    const undone = await changeOrder(order, was)
    if (undone.outcome !== 'failed' && undone.order) onUndone(undone.order)
    await notifyUndone(order, undone)
  }
  return toast({
    title: 'Tracking added',
    description: trackingMessage(before, order, isTold),
    tone: 'success',
    about: `order-${order.order_number}`,
    action: { label: 'Undo', onPress: () => void undo() },
    lastsMs: undoMs,
  })
}

/** Whether an e-mail with the number was queued: it leaves a minute later, unless that is undone. */
export function isDispatchEmailed(before: OrderRow | undefined, order: OrderRow): boolean {
  const isOther = plainNumber(order.tracking_number ?? '') !== plainNumber(before?.tracking_number ?? '')
  return isOther && order.tracking_number !== null && order.order_status === 'shipped' && isEmailed(order)
}

/** The message after a number is saved. It promises an e-mail only where one is queued. */
export function trackingMessage(before: OrderRow, order: OrderRow, isTold = true): string {
  if (isTold && isDispatchEmailed(before, order)) return 'Tracking number added and customer notified by email.'
  if (order.customer_email === null) {
    return 'The tracking number is saved. The order has no e-mail address, so no e-mail is sent.'
  }
  if (!isEmailed(order)) return 'The tracking number is saved. The order is not paid, so no e-mail is sent.'
  return 'The tracking number is saved. No e-mail is sent for this change.'
}
