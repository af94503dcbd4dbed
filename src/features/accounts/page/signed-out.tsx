import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { useAccountRules } from '../account-rules.ts'

/** The account page for a visitor who is not signed in, with a link to the login. */
export function SignedOut() {
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
