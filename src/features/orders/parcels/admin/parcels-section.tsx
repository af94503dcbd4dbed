import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { formatOrderTime } from '#base/shop-time.ts'
import { useCarriers } from '#features/settings/admin/settings-queries.ts'
import { findCarrier } from '#features/settings/carriers.ts'
import { collected } from '#features/settings/without-parcel.ts'
import { call, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { Ask } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { CopyButton, Facts } from '../../admin/details/details-section.tsx'
import { isAwaited, type OrderDetails, type OrderInDetail, type OrderLine, type OrderRow } from '../../admin/order.ts'
import { isEmailed } from '../../admin/status/status-questions.ts'
import { CarrierField, TrackingSection } from '../../admin/tracking/tracking-form.tsx'
import { oddNumberQuestion, trackingWarning } from '../../admin/tracking/tracking-format.ts'
import { openPieces, type Parcel } from '../parcel.ts'
import { AddParcel, notifyFailed, piecesLabel } from './add-parcel.tsx'

type ParcelsSectionProps = {
  order: OrderInDetail
  details: OrderDetails
  wantsFocus: boolean
  ask: Ask
  onChanged: (order: OrderRow) => void
  /** Reads the order again. */
  onReload: () => Promise<void>
}

type SentParcel = Parcel & { id: number }

/** The tracking of an order that leaves in one parcel; of one that leaves in several, each of them, and what remains. */
export function ParcelsSection({ order, details, wantsFocus, ask, onChanged, onReload }: ParcelsSectionProps) {
  const { lines } = details
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const parcels = details.parcels.filter((parcel): parcel is SentParcel => parcel.id !== null)
  const open = openPieces(
    lines.map(({ cancelled_quantity: cancelled, ...line }) => ({ ...line, cancelled })),
    parcels,
  )
  const isWaiting = isAwaited(order)
  const isSeveral = parcels.length > 1 || (isWaiting && parcels.length > 0)
  const mayAdd =
    isWaiting && order.delivery_service !== collected.id && open.reduce((sum, { quantity }) => sum + quantity, 0) > 1

  async function show(changed: OrderRow) {
    onChanged(changed)
    await onReload()
  }

  return (
    <>
      {isSeveral && (
        <ol className="grid gap-y-5 pb-5">
          {parcels.map((parcel, index) => (
            <ParcelEntry
              key={parcel.id}
              order={order}
              parcel={parcel}
              lines={lines}
              name={`Parcel ${index + 1}`}
              ask={ask}
              onChanged={show}
            />
          ))}
        </ol>
      )}
      {isSeveral && isWaiting && (
        <p className="wrap-any pb-3">
          <strong className="font-medium">Still to send:</strong> {piecesLabel(open, lines)}
        </p>
      )}
      {isAdding && mayAdd ? (
        <AddParcel
          order={order}
          lines={lines}
          open={open}
          ask={ask}
          onAdded={async (changed) => {
            setAdding(false)
            await show(changed)
          }}
          onUndone={show}
          onLeave={() => {
            setAdding(false)
            opener.current?.focus()
          }}
        />
      ) : (
        (!isSeveral || isWaiting) && (
          <TrackingSection
            order={order}
            wantsFocus={wantsFocus}
            ask={ask}
            onChanged={(changed) => void show(changed)}
          />
        )
      )}
      {mayAdd && !isAdding && (
        <p className="pt-2">
          <TextButton ref={opener} onClick={() => setAdding(true)}>
            Add a parcel with a part of it
          </TextButton>
        </p>
      )}
    </>
  )
}

type ParcelEntryProps = {
  order: OrderInDetail
  parcel: SentParcel
  lines: readonly OrderLine[]
  name: string
  ask: Ask
  onChanged: (order: OrderRow) => Promise<void>
}

function ParcelEntry({ order, parcel, lines, name, ask, onChanged }: ParcelEntryProps) {
  const { tracking_number: number, tracking_url: url, shipped_at, arrive_by } = parcel
  const [isCorrecting, setCorrecting] = useState(false)
  const takingBack = useMutation({
    mutationFn: () =>
      call('take-back-parcel', { order_number: order.order_number, version: order.version, parcel: parcel.id }),
    onError: (error) => notifyFailed(order, error),
    onSuccess: async (changed) => {
      await onChanged(changed)
      const description = `${name} of order ${order.order_number} is to be sent again.`
      await toast({ title: 'Taken back', description, tone: 'success', about: `order-${order.order_number}` })
    },
  })

  async function takeBack() {
    if (takingBack.isPending) return
    const isSure = await ask({
      title: `Take ${name.toLowerCase()} back?`,
      body: [
        `${piecesLabel(parcel.pieces, lines)}: to be sent again, and the order waits for dispatch.`,
        'Its e-mail is not sent if it hasn’t left yet. A customer who has it is not written to again.',
      ],
      choices: [{ id: 'yes', label: 'Take it back' }],
    })
    if (isSure) takingBack.mutate()
  }

  return (
    <li>
      <h4 className="font-medium">{name}</h4>
      <Facts
        facts={[
          ['In it', piecesLabel(parcel.pieces, lines)],
          [
            'Number',
            url ? (
              <a key="number" href={url} target="_blank" rel="noreferrer" className="link hover:text-mulberry">
                {number}
              </a>
            ) : (
              (number ?? 'None yet')
            ),
          ],
          ['Carrier', parcel.carrier ?? 'Not given'],
          shipped_at !== null && ['Shipped', formatOrderTime(shipped_at)],
          arrive_by !== null && ['Arrives by', formatShortWeekday(arrive_by)],
        ]}
      />
      {isCorrecting ? (
        <CorrectParcel
          order={order}
          parcel={parcel}
          ask={ask}
          onCorrected={async (changed) => {
            setCorrecting(false)
            await onChanged(changed)
          }}
          onLeave={() => setCorrecting(false)}
        />
      ) : (
        <p className="flex flex-wrap gap-x-7">
          {number && <CopyButton text={number} what="number" />}
          <Link
            to={`/admin/orders/packing-slips?orders=${encodeURIComponent(order.order_number)}&parcel=${parcel.id}`}
            aria-label={`Packing slip of ${name.toLowerCase()}`}
            className="inline-flex min-h-11 items-center text-mulberry"
          >
            <span className="link">Packing slip</span>
          </Link>
          <TextButton onClick={() => setCorrecting(true)} aria-label={`Correct the number of ${name.toLowerCase()}`}>
            {number ? 'Correct the number' : 'Add its number'}
          </TextButton>
          <TextButton onClick={() => void takeBack()} aria-label={`Take ${name.toLowerCase()} back`}>
            Take it back
          </TextButton>
        </p>
      )}
    </li>
  )
}

type CorrectParcelProps = {
  order: OrderInDetail
  parcel: SentParcel
  ask: Ask
  onCorrected: (order: OrderRow) => Promise<void>
  onLeave: () => void
}

function CorrectParcel({ order, parcel, ask, onCorrected, onLeave }: CorrectParcelProps) {
  const carriers = useCarriers()
  const [number, setNumber] = useState(parcel.tracking_number ?? '')
  const [carrier, setCarrier] = useState(parcel.carrier ?? '')
  const [isTold, setTold] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const format = findCarrier(carriers, carrier)?.format ?? ''
  const correcting = useMutation({
    mutationFn: () =>
      call('correct-parcel', {
        order_number: order.order_number,
        version: order.version,
        parcel: parcel.id,
        tracking_number: number.trim() || null,
        shipping_carrier: carrier || null,
        tell_customer: isTold,
      }),
    onError: (error) => setProblem(toRequestError(error).message),
    onSuccess: async (changed) => {
      await onCorrected(changed)
      const description =
        isTold && isEmailed(order) ? 'The customer is e-mailed in a minute.' : 'No e-mail is sent for this change.'
      await toast({ title: 'Number saved', description, tone: 'success', about: `order-${order.order_number}` })
    },
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    if (correcting.isPending) return
    const question = number.trim() === '' ? null : oddNumberQuestion(carrier, number.trim(), format)
    if (question && !(await ask(question))) return
    correcting.mutate()
  }

  return (
    <form onSubmit={save} onChange={() => setProblem(null)} noValidate className="grid max-w-96 gap-y-4 pt-3">
      <Field
        label="Tracking number of this parcel"
        name="corrected-number"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        hint={trackingWarning(carrier, number.trim(), format) ?? undefined}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CarrierField present={parcel.carrier} value={carrier} onChange={(event) => setCarrier(event.target.value)} />
      {isEmailed(order) && (
        <CheckField
          label="E-mail the customer the corrected number"
          name="tell-parcel"
          checked={isTold}
          onChange={setTold}
        />
      )}
      <p role="alert" className="text-mulberry empty:hidden">
        {problem}
      </p>
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" aria-disabled={correcting.isPending}>
          {correcting.isPending ? 'Saving…' : 'Save'}
        </Button>
        <TextButton onClick={onLeave}>Cancel</TextButton>
      </p>
    </form>
  )
}
