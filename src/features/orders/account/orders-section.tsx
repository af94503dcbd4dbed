import { useCallback, useEffect, useState } from 'react'
import type { Account } from '#features/accounts/use-account.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Lines } from '#ui/lines.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { listMyOrders, type MyOrders, ordersAtOnce } from './my-orders.ts'
import { OrderEntry } from './order-entry.tsx'

/** What she has bought, once it is known that the address is hers. */
export function OrdersSection({ account: { user } }: { account: Account }) {
  return (
    <AccountSection
      id="orders"
      title="Your orders"
      note={
        <>
          Those placed with the address of this account. Something missing or amiss?{' '}
          <Link to="/contact" className="link">
            Write to us
          </Link>
          .
        </>
      }
    >
      {user.email_confirmed_at ? <OrderList userId={user.id} /> : <NotYet />}
    </AccountSection>
  )
}

function NotYet() {
  return (
    <p className="max-w-[34em]">
      Your orders appear here as soon as your address is verified. Until then anybody might have typed it, and what you
      bought is nobody’s business but yours.
    </p>
  )
}

function OrderList({ userId }: { userId: string }) {
  const [count, setCount] = useState(ordersAtOnce)
  const [listed, setListed] = useState<MyOrders | { problem: string } | 'loading'>('loading')

  const load = useCallback(async () => {
    const outcome = await listMyOrders(userId, count)
    setListed('problem' in outcome ? outcome : outcome.value)
  }, [userId, count])

  useEffect(() => {
    load()
  }, [load])

  // The list comes after the page: an address that names an order is followed once it is there.
  const isListed = typeof listed === 'object' && 'orders' in listed
  useEffect(() => {
    const { hash } = window.location
    if (isListed && hash.startsWith('#order-')) document.getElementById(hash.slice(1))?.focus()
  }, [isListed])

  if (listed === 'loading') return <Lines label="Looking for your orders" count={3} />
  if ('problem' in listed) return <CouldNotLoad problem={listed.problem} onRetry={load} />
  if (listed.orders.length === 0) return <NoOrders />
  return (
    <>
      <ul aria-labelledby="orders">
        {listed.orders.map((order) => (
          <OrderEntry key={order.id} order={order} onChanged={load} />
        ))}
      </ul>
      {listed.hasMore && (
        <TextButton onClick={() => setCount(count + ordersAtOnce)} className="mt-3">
          Show older orders
        </TextButton>
      )}
    </>
  )
}

function NoOrders() {
  return (
    <>
      <p className="max-w-[30em]">Nothing yet. What you order is cut and sewn for you, and followed from here.</p>
      <p className="mt-6">
        <Link to="/shop" className={buttonLook('line')}>
          See the garments
        </Link>
      </p>
    </>
  )
}
