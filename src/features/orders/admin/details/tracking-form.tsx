import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { serverNow } from '#platform/client/backend-client.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { Ask } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderRow } from '../order.ts'
import { addTracking } from '../status/change-order.ts'
import { CarrierField, defaultCarrier } from '../tracking/carrier-field.tsx'
import { oddNumberQuestion, trackingWarning } from '../tracking/tracking-format.ts'
import { notifyTracking, notifyTrackingFailure } from './tracking-notices.ts'

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
  const [typed, setTyped] = useState(order.tracking_number ?? '')
  const [carrier, setCarrier] = useState(order.shipping_carrier ?? defaultCarrier)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const trackingNumber = typed.trim()
  const tracking = useMutation({ mutationFn: () => addTracking(order, { trackingNumber, carrier, now: serverNow() }) })
  const busy = tracking.isPending

  useEffect(() => {
    if (wantsFocus) form.current?.querySelector('input')?.focus()
  }, [wantsFocus])

  function askForNumber() {
    const description = 'Please enter a tracking number.'
    setProblem(description)
    void toast({ title: 'Tracking number missing', description, tone: 'error', about: 'tracking' })
  }

  async function add(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!trackingNumber) return askForNumber()
    const question = oddNumberQuestion(carrier, trackingNumber)
    if (question && !(await ask(question))) return
    const changed = await tracking.mutateAsync()
    if (changed.outcome !== 'changed') {
      if (changed.outcome === 'conflict' && changed.order) onAdded(changed.order)
      return notifyTrackingFailure(order, changed)
    }
    onAdded(changed.order)
    await notifyTracking(order, changed.order, onUndone)
  }

  return (
    <form ref={form} onSubmit={add} noValidate className="grid max-w-96 gap-y-4">
      <Field
        label="Tracking number"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
        }}
        // With a disabled button, Enter would do nothing without a message.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !trackingNumber) askForNumber()
        }}
        error={problem}
        hint={trackingWarning(carrier, trackingNumber) ?? undefined}
        placeholder="AA123456785GB"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CarrierField carrier={carrier} onCarrier={setCarrier} />
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" disabled={!trackingNumber} aria-disabled={busy}>
          {busy ? 'Adding…' : order.tracking_number ? 'Save Tracking' : 'Add Tracking'}
        </Button>
        {onLeave && <TextButton onClick={onLeave}>Leave it</TextButton>}
      </p>
    </form>
  )
}
