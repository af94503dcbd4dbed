import { Rule } from '#ui/rule.tsx'
import { FactorProof } from '../proof/factor-proof.tsx'
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
