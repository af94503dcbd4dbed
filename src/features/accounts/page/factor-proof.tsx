import type { Factor } from '@supabase/supabase-js'
import { Rule } from '#ui/rule.tsx'
import type { Proof } from '../client/account-requests.ts'
import { pendingFactor } from '../client/second-factor.ts'
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx'
import { type Account, factorsOf } from '../use-account.ts'

/**
 * The page for a user who signed in by password and skipped the second factor: it shows no account data until they
 * confirm it.
 */
export function FactorFirst({ account, onShown }: { account: Account; onShown: () => Promise<void> }) {
  return (
    <>
      <Rule className="text-mulberry/60" />
      <section aria-labelledby="factor-first" className="mt-9 max-w-[30rem]">
        <h2 id="factor-first" className="text-title leading-tight">
          First, confirm it’s you
        </h2>
        <FactorProof factors={factorsOf(account.user)} needs="second_factor" onShown={onShown} />
      </section>
    </>
  )
}

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
