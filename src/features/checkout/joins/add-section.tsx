import { lazy, Suspense, useRef, useState } from 'react'
import type { OrderPage } from '#features/orders/page/order-page.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'

const AddForm = lazy(async () => ({ default: (await import('./add-form.tsx')).AddForm }))

/**
 * The orders in the same parcel, and the garments that the customer adds until the order is begun. The form's code loads
 * when it is opened.
 */
export function AddSection({ token, page: { joined, changeable } }: { token: string; page: OrderPage }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!changeable && joined.length === 0) return null
  return (
    <AccountSection
      id="add"
      heading={heading}
      title={changeable ? 'Add to your order' : 'In the same parcel'}
      note={changeable && 'Until we start cutting. It goes in the same parcel, and delivery costs no more.'}
    >
      {joined.length > 0 && (
        <p className="mb-4">
          {changeable ? 'In the same parcel: ' : ''}
          {joined.map(({ order_number: number, path }, index) => (
            <span key={number}>
              {index > 0 && ', '}
              <Link to={path} className="link">
                {number}
              </Link>
            </span>
          ))}
        </p>
      )}
      {changeable && !isOpen && <TextButton onClick={() => setOpen(true)}>Add a garment</TextButton>}
      {changeable && isOpen && (
        <Suspense fallback={<p role="status">One moment…</p>}>
          <AddForm
            token={token}
            onLeave={() => {
              setOpen(false)
              heading.current?.focus()
            }}
          />
        </Suspense>
      )}
    </AccountSection>
  )
}
