import { useId, useState } from 'react'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import type { OrderDetails } from '../../admin/order.ts'
import { EditOrderForm } from './edit-order-form.tsx'

/** The button that opens the form for an order's details. An unpaid order has none to edit. */
export function EditOrder({ details, onSaved }: { details: OrderDetails; onSaved: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const id = useId()
  const { order } = details
  if (order.order_view === 'unpaid') return null
  if (!isOpen) {
    return (
      <p className="md:col-span-2">
        <TextButton id={id} ref={wasOpen ? focusNow : undefined} onClick={() => setOpen(true)}>
          Edit size, address and other details
        </TextButton>
      </p>
    )
  }
  return (
    <EditOrderForm
      details={details}
      onSaved={onSaved}
      onClose={() => {
        setWasOpen(true)
        setOpen(false)
      }}
    />
  )
}
