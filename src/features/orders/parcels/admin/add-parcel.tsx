import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { namedSize } from '#features/catalogue/samples.ts'
import { useCarriers } from '#features/settings/admin/settings-queries.ts'
import { findCarrier } from '#features/settings/carriers.ts'
import { call, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import type { Ask } from '#ui/question-dialog.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { OrderInDetail, OrderLine, OrderRow } from '../../admin/order.ts'
import { PostagePart } from '../../admin/postage-slots.tsx'
import { isEmailed } from '../../admin/status/status-questions.ts'
import { undoMs } from '../../admin/status/use-status-changes.ts'
import { CarrierField } from '../../admin/tracking/tracking-form.tsx'
import { oddNumberQuestion, trackingWarning } from '../../admin/tracking/tracking-format.ts'
import type { Piece } from '../parcel.ts'

type AddParcelProps = {
  order: OrderInDetail
  lines: readonly OrderLine[]
  open: readonly Piece[]
  ask: Ask
  onAdded: (order: OrderRow) => Promise<void>
  onUndone: (order: OrderRow) => Promise<void>
  onLeave: () => void
}

/** A parcel with some of what remains. */
export function AddParcel({ order, lines, open, ask, onAdded, onUndone, onLeave }: AddParcelProps) {
  const carriers = useCarriers()
  const [chosen, setChosen] = useState<Record<number, number>>({})
  const [number, setNumber] = useState('')
  const [carrier, setCarrier] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const shownCarrier = carrier || order.shipping_carrier || ''
  const pieces = open
    .map(({ position }) => ({ position, quantity: chosen[position] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  const rest = open
    .map(({ position, quantity }) => ({ position, quantity: quantity - (chosen[position] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const format = findCarrier(carriers, shownCarrier)?.format ?? ''
  const adding = useMutation({
    mutationFn: () =>
      call('add-parcel', {
        order_number: order.order_number,
        version: order.version,
        pieces,
        tracking_number: number.trim() || null,
        shipping_carrier: shownCarrier || null,
        tell_customer: true,
      }),
    onError: (error) => setProblem(toRequestError(error).message),
    onSuccess: async ({ order: changed, parcel }) => {
      await onAdded(changed)
      await notifyAdded(order, changed, { pieces, parcel, lines, onUndone })
    },
  })

  async function add(event: FormEvent) {
    event.preventDefault()
    if (adding.isPending) return
    if (pieces.length === 0) return setProblem('Please choose what is in the parcel.')
    const question = number.trim() === '' ? null : oddNumberQuestion(shownCarrier, number.trim(), format)
    if (question && !(await ask(question))) return
    adding.mutate()
  }

  return (
    <form
      onSubmit={add}
      onChange={() => setProblem(null)}
      noValidate
      aria-label="A parcel"
      className="grid max-w-96 gap-y-4"
    >
      <fieldset>
        <legend className="pb-1 font-medium">What is in this parcel?</legend>
        {open.map(({ position, quantity }) => {
          const line = lines.find((each) => each.position === position)
          const label = line ? namedSize(line) : ''
          if (quantity === 1) {
            return (
              <CheckField
                key={position}
                label={label}
                name={`piece-${position}`}
                checked={chosen[position] === 1}
                onChange={(isIn) => setChosen({ ...chosen, [position]: isIn ? 1 : 0 })}
              />
            )
          }
          return (
            <div key={position} className="flex items-center justify-between gap-x-4">
              <span className="wrap-any">{label}</span>
              <SmallSelect
                label={`How many of ${label}`}
                value={String(chosen[position] ?? 0)}
                choices={Array.from({ length: quantity + 1 }, (_, count) => ({
                  id: String(count),
                  name: `${count} of ${quantity}`,
                }))}
                onChoose={(count) => setChosen({ ...chosen, [position]: Number(count) })}
                className="w-28"
              />
            </div>
          )
        })}
      </fieldset>
      <Field
        label="Tracking number of this parcel"
        name="parcel-number"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        hint={trackingWarning(shownCarrier, number.trim(), format) ?? undefined}
        placeholder="AA123456785GB"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CarrierField
        present={order.shipping_carrier}
        value={shownCarrier}
        onChange={(event) => setCarrier(event.target.value)}
      />
      <p className="wrap-any text-ink-soft text-small">{whatHappens(order, { pieces, rest, lines })}</p>
      <p role="alert" className="text-mulberry empty:hidden">
        {problem}
      </p>
      <p className="flex flex-wrap items-center gap-x-7">
        <Button type="submit" aria-disabled={adding.isPending}>
          {adding.isPending ? 'Sending…' : 'Send this parcel'}
        </Button>
        <TextButton onClick={onLeave}>Cancel</TextButton>
      </p>
      <PostagePart order={order} pieces={pieces} onGiven={onLeave} />
    </form>
  )
}

type WhatHappens = { pieces: readonly Piece[]; rest: readonly Piece[]; lines: readonly OrderLine[] }

function whatHappens(order: OrderRow, { pieces, rest, lines }: WhatHappens): string {
  if (pieces.length === 0) return 'The rest stays in the order and is sent later.'
  const notice = isEmailed(order)
    ? 'The customer is e-mailed in a minute what has left.'
    : 'No e-mail is sent: the order is not paid or has no e-mail address.'
  return rest.length === 0
    ? `That is all that remains, so the order is shipped. ${notice}`
    : `${notice} Still to send: ${piecesLabel(rest, lines)}.`
}

/** '2 × Mary Dress, size 10–12; 1 × Wool Coat, size 8'. */
export function piecesLabel(pieces: readonly Piece[], lines: readonly OrderLine[]): string {
  const labels = pieces.map(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position)
    return `${quantity} × ${line ? namedSize(line) : 'a garment'}`
  })
  return labels.join('; ')
}

type Added = {
  pieces: readonly Piece[]
  parcel: number | null
  lines: readonly OrderLine[]
  onUndone: (order: OrderRow) => Promise<void>
}

/** A toast that a parcel was sent, with an undo button until its e-mail leaves. */
async function notifyAdded(
  before: OrderInDetail,
  order: OrderRow,
  { pieces, parcel, lines, onUndone }: Added,
): Promise<void> {
  const about = `order-${order.order_number}`
  async function undo() {
    if (parcel === null) return
    try {
      const order_status = before.order_status === 'pending' ? ('pending' as const) : ('processing' as const)
      const back = { order_number: order.order_number, version: order.version, parcel, order_status }
      await onUndone(await call('take-back-parcel', back))
      await toast({
        title: 'Undone',
        description: `Order ${order.order_number} is as it was before.`,
        tone: 'success',
        about,
      })
    } catch (error) {
      await notifyFailed(order, error)
    }
  }
  return toast({
    title: 'Parcel sent',
    description: `${piecesLabel(pieces, lines)}.${isEmailed(order) ? ' The customer is e-mailed in a minute.' : ''}`,
    tone: 'success',
    about,
    ...(parcel !== null && { action: { label: 'Undo', onPress: () => void undo() }, lastsMs: undoMs }),
  })
}

export function notifyFailed({ order_number }: OrderRow, error: unknown): Promise<void> {
  return toast({
    title: 'Nothing was changed',
    description: toRequestError(error).message,
    tone: 'error',
    about: `order-${order_number}`,
  })
}
