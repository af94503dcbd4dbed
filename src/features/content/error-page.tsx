import { isRouteErrorResponse } from 'react-router'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** What a visitor sees in place of a page that is not there, or that broke. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="page grid min-h-[70svh] content-center py-20">
      <title>{missing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      <p className="label text-mulberry">{missing ? '404' : 'Our fault'}</p>
      <h1 className="mt-4 max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">
        {missing ? 'Oops! Page not found' : 'A stitch has come undone'}
      </h1>
      <Rule className="mt-10 max-w-xl text-line" />
      <p className="measure mt-8 text-ink-soft text-lead">
        {missing
          ? 'The garment may have been retired, or the address has a slip in it.'
          : 'This page could not be shown. Nothing of yours is lost; please try once more in a moment.'}
      </p>
      <p className="mt-8">
        <Link to="/" className={buttonLook('solid')}>
          Return to Home
        </Link>
      </p>
    </div>
  )
}
