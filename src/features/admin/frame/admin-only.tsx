import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { CouldNotLoad } from '#features/account/page/could-not-load.tsx'
import { useAccount } from '#features/account/use-account.ts'
import { onRefused } from '../call-function.ts'
import { AccessDenied } from './access-denied.tsx'
import { FactorWanted } from './factor-wanted.tsx'
import { Spinner } from './spinner.tsx'

/**
 * What stands in it is for administrators. It finds out in the browser who sits here: nobody is sent to the login,
 * a customer is told that this is not hers, an administrator sees `children`, after her second factor where she has one.
 * Whoever is signed out in any tab, or loses the role, loses the page. What may be done, the server decides each time.
 */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { state, reload } = useAccount()
  const { factorMissing, forget } = useRefusals(reload)

  if (state === 'signed-out') return <Navigate to="/auth" replace />
  if (state === 'failed') {
    return (
      <Bare>
        <CouldNotLoad problem="Who you are could not be asked just now." onRetry={reload} />
      </Bare>
    )
  }
  if (typeof state === 'string') return <Spinner label="Looking who you are" />
  if (!state.isAdmin) return <AccessDenied />
  if (state.wantsFactor || factorMissing) {
    return (
      <Bare>
        <FactorWanted
          account={state}
          onShown={async () => {
            await reload()
            forget()
          }}
        />
      </Bare>
    )
  }
  return <Fragment key={state.user.id}>{children}</Fragment>
}

/** Whatever a function refuses her for, the account is read anew: her role or her session may be gone. */
function useRefusals(reload: () => Promise<void>) {
  const [factorMissing, setFactorMissing] = useState(false)
  useEffect(
    () =>
      onRefused((missing) => {
        if (missing === 'second_factor') setFactorMissing(true)
        void reload()
      }),
    [reload],
  )
  return { factorMissing, forget: () => setFactorMissing(false) }
}

function Bare({ children }: { children: ReactNode }) {
  return <div className="page min-h-[70svh] pt-[clamp(2rem,5vw,4.5rem)]">{children}</div>
}
