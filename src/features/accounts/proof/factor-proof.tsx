import type { Factor } from '@supabase/supabase-js'
import type { Proof } from '../client/account-requests.ts'
import { pendingFactor } from '../factors/pending-factor.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'

/** The form for one of the user's second factors, with the reason for it. */
export function FactorProof({
  factors,
  needs,
  onShown,
}: {
  factors: readonly Factor[]
  needs: Proof
  onShown: () => Promise<void>
}) {
  return (
    <>
      <p className="mt-5 mb-6 text-ink-soft">
        {needs === 'second_factor'
          ? 'Please confirm it’s you with your second step.'
          : 'You signed in a while ago. Please confirm it’s still you with your second step.'}
      </p>
      <SecondFactorForm factors={factors.map(pendingFactor)} onShown={onShown} />
    </>
  )
}
