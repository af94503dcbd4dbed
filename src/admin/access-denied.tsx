import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** The page for a signed-in user who is not an administrator. */
export function AccessDenied() {
  return (
    <div className="page flex min-h-[70svh] items-center justify-center py-12">
      <section aria-labelledby="denied" className="w-full max-w-[30rem] bg-paper-deep/60 px-8 py-10 text-center">
        <h1 id="denied" className="text-display leading-none">
          Access Denied
        </h1>
        <Rule className="mx-auto mt-6 max-w-40 text-mulberry/60" />
        <p className="mt-6 text-lead">You do not have permission to access this page.</p>
        <p className="mt-8">
          <Link to="/" className={buttonLook('solid')}>
            Go Home
          </Link>
        </p>
      </section>
    </div>
  )
}
