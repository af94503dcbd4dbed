import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountProblem } from '#features/accounts/client/account-requests.ts'
import type { Account } from '#features/accounts/use-account.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { listMyOrders, ordersAtOnce } from './my-orders.ts'
import { OrderEntry } from './order-entry.tsx'

/** The customer's orders; needs a verified e-mail address. */
export function OrdersSection({ account: { user } }: { account: Account }) {
  return (
    <AccountSection
      id="orders"
      title="Your orders"
      note={
        <>
          Orders placed with this account’s e-mail address. Is one missing or wrong?{' '}
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
      Your orders will appear here once you’ve confirmed your address, so that only you can see them.
    </p>
  )
}

function OrderList({ userId }: { userId: string }) {
  const [count, setCount] = useState(ordersAtOnce)
  const {
    data: listed,
    error,
    refetch,
  } = useQuery({
    queryKey: ['my-orders', userId, count],
    queryFn: () => listMyOrders(userId, count),
    placeholderData: keepPreviousData,
  })
  const reload = async () => void (await refetch())

  // The browser looked for the URL's fragment before the list was rendered.
  const isListed = listed !== undefined
  useEffect(() => {
    const { hash } = window.location
    if (isListed && hash.startsWith('#order-')) document.getElementById(hash.slice(1))?.focus()
  }, [isListed])

  if (error) return <CouldNotLoad problem={accountProblem(error).problem} onRetry={refetch} />
  if (!listed) return <LoadingSkeleton label="Loading your orders" count={3} />
  if (listed.orders.length === 0) return <NoOrders />
  return (
    <>
      <ul aria-labelledby="orders">
        {listed.orders.map((order) => (
          <OrderEntry key={order.id} order={order} onChanged={reload} />
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
      <p className="max-w-[30em]">Nothing yet. When you order, you can follow it from here.</p>
      <p className="mt-6">
        <Link to="/shop" className={buttonLook('line')}>
          See the garments
        </Link>
      </p>
    </>
  )
}
