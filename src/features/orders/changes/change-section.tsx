import { type ReactNode, useRef, useState } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { countryName } from '#base/names.ts'
import { clothsOf, hasOnlySamples } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type MyLine, type MyOrder, withdrawalOf } from '../account/my-orders.ts'
import { cancelDaysOf } from '../links/order-period.ts'
import { isCalledOff } from '../order-state.ts'
import type { OrderPage } from '../page/order-page.ts'
import { ChangeAddressForm, type ChangeFormProps, ChangeLineForm, ChangeNoteForm } from './change-forms.tsx'

type ChangeSectionProps = { token: string; page: OrderPage; onChanged: () => Promise<void> }

/**
 * What the customer may change until the order is begun, and afterwards why not. Nothing for a parcel that has arrived.
 */
export function ChangeSection({ token, page: { order, changeable }, onChanged }: ChangeSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  if (order.status === 'delivered' || isCalledOff(order) || withdrawalOf(order)) return null

  function close() {
    setOpen(null)
    heading.current?.focus()
  }

  const form: ChangeFormProps = {
    token,
    onLeave: close,
    onStale: onChanged,
    async onDone(what) {
      await onChanged()
      setSaved(`${what} We’re confirming it by e-mail.`)
      close()
    },
  }

  function edit(part: string) {
    setSaved(null)
    setOpen(part)
  }

  const address = addressOf(order)
  return (
    <AccountSection
      id="change"
      heading={heading}
      title="Change your order"
      note={
        changeable && (
          <p>
            Until we start cutting. We confirm each change by <span className="whitespace-nowrap">e-mail</span>.
          </p>
        )
      }
    >
      <p role="status" className="mb-6 max-w-[34em] border-mulberry border-l-2 pl-5 empty:hidden">
        {saved}
      </p>
      {changeable ? (
        <div className="grid gap-y-5">
          {order.lines.filter(isChangeable).map((line) => (
            <Part
              key={line.id}
              name={line.name}
              value={sizeAndHeight(line)}
              isOpen={open === `line-${line.id}`}
              onOpen={() => edit(`line-${line.id}`)}
              action="Change size or height"
            >
              <ChangeLineForm
                {...form}
                line={line}
                isHemmed={changeable.hemmed.includes(line.position)}
                sizes={changeable.sizes.find(({ position }) => position === line.position)?.sizes ?? [line.size]}
              />
            </Part>
          ))}
          <Part
            name="Gift note"
            value={order.giftNote ?? 'None'}
            isOpen={open === 'note'}
            onOpen={() => edit('note')}
            action={order.giftNote ? 'Change the note' : 'Add a note'}
          >
            <ChangeNoteForm {...form} note={order.giftNote} />
          </Part>
          {!order.isCollected && (
            <Part
              name="Delivery address"
              value={address}
              isOpen={open === 'address'}
              onOpen={() => edit('address')}
              action={changeable.waiting_address ? 'Enter the code for the new address' : 'Change the address'}
            >
              <ChangeAddressForm
                {...form}
                address={order.address}
                waiting={changeable.waiting_address}
                onSent={onChanged}
              />
            </Part>
          )}
        </div>
      ) : (
        <TooLate order={order} />
      )}
    </AccountSection>
  )
}

type PartProps = {
  name: string
  value: string
  action: string
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}

/** A part of the order with its present value, or its form while that is open. */
function Part({ name, value, action, isOpen, onOpen, children }: PartProps) {
  if (isOpen) return children
  return (
    <div className="border-line border-b pb-3 last:border-b-0 last:pb-0">
      <h3 className="wrap-any font-medium">{name}</h3>
      <p dir="auto" className="wrap-any mt-1 max-w-[34em] whitespace-pre-line text-ink-soft">
        {value}
      </p>
      <TextButton aria-label={`${action}: ${name}`} onClick={onOpen}>
        {action}
      </TextButton>
    </div>
  )
}

function TooLate({ order: { status, dispatchBy, orderedAt, lines } }: { order: MyOrder }) {
  const isSamples = hasOnlySamples(lines)
  const write = (
    <Link to="/contact?topic=order" className="link">
      write to us
    </Link>
  )
  if (status === 'shipped' && isSamples) {
    return (
      <p className="max-w-[34em]">
        Your letter has left, so we can’t change it any more. If the address is wrong, {write} straight away.
      </p>
    )
  }
  if (status === 'shipped') {
    return (
      <p className="max-w-[34em]">
        Your parcel has left, so we can’t change it any more. If the address is wrong, {write} straight away and follow
        the parcel above: a parcel that can’t be delivered comes back to us, and we’ll send it again.
      </p>
    )
  }
  return (
    <div className="grid max-w-[34em] gap-y-3">
      <p>
        {isSamples
          ? 'We’ve started cutting your samples, so the fabrics can’t be changed any more.'
          : `We’ve started cutting, so size and height can’t be changed any more. If it doesn’t fit, tell us within ${cancelDaysOf(orderedAt)} days of the day it reaches you, and send it back.`}
      </p>
      <p>
        If the address or the gift note is wrong, {write} before it leaves, by{' '}
        {formatDay(new Date(dispatchBy), new Date(orderedAt))}, and we’ll put it right.
      </p>
    </div>
  )
}

/** A garment that is still ordered; fabric samples have neither size nor height. */
function isChangeable({ size, quantity, cancelled, withdrawn }: MyLine): boolean {
  return quantity - cancelled > withdrawn && clothsOf(size) === null
}

function sizeAndHeight({ size, heightCm, heelCm }: MyLine): string {
  return [`Size ${printedSize(size)}`, heightCm && heightLabel(heightCm, heelCm).toLowerCase()]
    .filter(Boolean)
    .join(', ')
}

function addressOf({ address }: MyOrder): string {
  const { shipping_address: street, shipping_city: town, shipping_postcode: postcode, shipping_country } = address
  return [street, town, postcode, shipping_country && countryName(shipping_country)].filter(Boolean).join('\n')
}
