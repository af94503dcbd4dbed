import { FactorFirst } from '#features/accounts/page/confirm-factor-first.tsx'
import { type Account, factorsOf } from '#features/accounts/use-account.ts'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** Requests an administrator's second factor, or links to the page where it can be added. */
export function SecondFactorPrompt({ account, onShown }: { account: Account; onShown: () => Promise<void> }) {
  return (
    <>
      <h1 className="text-display leading-none tracking-[-0.015em]">Admin Dashboard</h1>
      <div className="mt-[clamp(1rem,2vw,1.75rem)]">
        {factorsOf(account.user).length > 0 ? <FactorFirst account={account} onShown={onShown} /> : <NoneYet />}
      </div>
    </>
  )
}

function NoneYet() {
  return (
    <>
      <Rule className="text-mulberry/60" />
      <p className="measure mt-9 text-lead leading-[1.4]">
        A password alone doesn’t open the back office. Add a second step to your account: an app on your phone or a
        passkey. It takes a minute.
      </p>
      <p className="mt-9">
        <Link to="/account#factors" className={buttonLook('solid')}>
          Add a second step
        </Link>
      </p>
    </>
  )
}
