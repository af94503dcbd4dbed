import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** Replaces a page that does not exist. A file of its own: it loads late. */
export function MissingPage() {
  return (
    <div className="page grid min-h-[70svh] content-center py-20">
      <title>Page not found</title>
      <meta name="robots" content="noindex" />
      <p className="label text-mulberry">404</p>
      <h1 className="mt-4 max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">Oops! Page not found</h1>
      <Rule className="mt-10 max-w-xl text-line" />
      <p className="measure mt-8 text-ink-soft text-lead">
        The garment may no longer be made, or the link may be mistyped.
      </p>
      <p className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-2">
        <Link to="/" className={buttonLook('solid')}>
          Return to Home
        </Link>
        <Link to="/shop" className="inline-flex min-h-11 items-center">
          <span className="link">See all garments</span>
        </Link>
      </p>
    </div>
  )
}
