import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAccountRules } from '#features/accounts/account-rules.ts'
import { AccountView } from '#features/accounts/page/account-view.tsx'
import { FactorFirst } from '#features/accounts/page/factor-proof.tsx'
import { useAccount } from '#features/accounts/use-account.ts'
import { PageHeading } from '#features/content/page-parts.tsx'
import { OrdersSection } from '#features/orders/account/orders-section.tsx'
import { SizesSection } from '#features/orders/last-sizes/sizes-section.tsx'
import { queryClient } from '#platform/client/query-client.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { Rule } from '#ui/rule.tsx'

export function meta() {
  return [{ title: `Your account – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

/** The server renders one page for all visitors; the browser reads the account. */
export default function AccountPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <AccountOfSession />
    </QueryClientProvider>
  )
}

function AccountOfSession() {
  const { state, reload: readAccount } = useAccount()
  const reload = async () => void (await readAccount())
  const [erased, setErased] = useState(false)
  return (
    <div className="page min-h-[70svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title="Your account">{erased ? 'All done.' : leadOf(state)}</PageHeading>
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)]">
        {erased ? (
          <Erased />
        ) : state === 'signed-out' ? (
          <SignedOut />
        ) : state === 'failed' ? (
          <CouldNotLoad problem="We couldn’t load your account just now. Nothing is lost." onRetry={reload} />
        ) : typeof state === 'string' ? (
          <>
            <LoadingSkeleton label="Loading your account" count={4} />
            <noscript>
              <p className="mt-6">Your account needs JavaScript. You don’t need an account to order.</p>
            </noscript>
          </>
        ) : state.wantsFactor ? (
          <FactorFirst account={state} onShown={reload} />
        ) : (
          <AccountView
            key={state.user.id}
            account={state}
            orders={
              <>
                <OrdersSection account={state} />
                <SizesSection />
              </>
            }
            reload={reload}
            onErased={() => setErased(true)}
          />
        )}
      </div>
    </div>
  )
}

function leadOf(state: ReturnType<typeof useAccount>['state']) {
  if (typeof state === 'string') return 'Your orders, how you sign in, and what we keep about you.'
  return (
    <>
      You’re signed in as <span className="wrap-any text-ink">{state.user.email || state.user.phone}</span>.
    </>
  )
}

/** The account page for a visitor who is not signed in, with a link to the login. */
function SignedOut() {
  const { signups } = useAccountRules()
  return (
    <>
      <Rule className="text-mulberry/60" />
      <p className="measure mt-9 text-lead leading-[1.4]">
        You’re not signed in. Your account shows your orders and lets you change your e-mail address, password and data.
        You don’t need one to order.
      </p>
      <p className="mt-9 flex flex-wrap gap-4">
        <Link to="/login" className={buttonLook('solid')}>
          Sign in
        </Link>
        {signups && (
          <Link to="/signup" className={buttonLook('line')}>
            Create an account
          </Link>
        )}
      </p>
    </>
  )
}

/** The page after the account was deleted. */
function Erased() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <Rule className="text-mulberry/60" />
      <p ref={words} tabIndex={-1} className="measure mt-9 text-lead leading-[1.4] outline-none">
        Your account has been erased, and nothing of it is left in this browser. Thank you for shopping with us. You’re
        always welcome back, and you don’t need an account to order.
      </p>
      <p className="mt-9">
        <Link to="/" className={buttonLook('line')}>
          Return Home
        </Link>
      </p>
    </>
  )
}
