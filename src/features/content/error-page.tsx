import { isRouteErrorResponse } from 'react-router'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** Replaces a page that does not exist or that failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="page grid min-h-[70svh] content-center py-20">
      <title>{missing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      <p className="label text-mulberry">{missing ? '404' : 'Something went wrong'}</p>
      <h1 className="mt-4 max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">
        {missing ? 'Oops! Page not found' : 'We couldn’t show this page'}
      </h1>
      <Rule className="mt-10 max-w-xl text-line" />
      <p className="measure mt-8 text-ink-soft text-lead">
        {missing
          ? 'The garment may no longer be made, or the link may be mistyped.'
          : 'Sorry, that’s our fault. Your cart is as you left it. Please try again in a moment.'}
      </p>
      <p className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Link to="/" className={buttonLook('solid')}>
          Return to Home
        </Link>
        {!missing && (
          <a href="?" className="inline-flex min-h-11 items-center">
            <span className="link">Try this page again</span>
          </a>
        )}
        {missing && (
          <Link to="/shop" className="inline-flex min-h-11 items-center">
            <span className="link">See all garments</span>
          </Link>
        )}
      </p>
    </div>
  )
}
