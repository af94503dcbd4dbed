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
          ? 'Your account has a second factor, and this is what it guards.'
          : 'It is a while since you signed in. Your second factor shows that it is still you.'}
      </p>
      <SecondFactorForm factors={factors.map(pendingFactor)} onShown={onShown} />
    </>
  )
}
