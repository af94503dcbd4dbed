import { useState } from 'react'
import { formatOrderTime } from '#base/shop-time.ts'
import { trackingUrl } from '#features/orders/emails/tracking-url.ts'
import { focusNow } from '#ui/focus-now.ts'
import type { Ask } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderRow } from '../order.ts'
import { CopyButton } from './copy-button.tsx'
import { Facts } from './details-section.tsx'
import { TrackingForm } from './tracking-form.tsx'

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
  const url = number ? trackingUrl(carrier, number) : null
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
