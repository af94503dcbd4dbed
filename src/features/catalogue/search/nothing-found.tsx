import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { ProductCard } from '../product-card.tsx'
import type { ProductSummary } from '../product-summary.ts'
import type { Suggestion } from './shop-view.ts'

/**
 * A search without results: links to searches with one filter less and to the whole shop, and the garments that they
 * find first, or the newest.
 */
export function NothingFound({
  ways,
  clear,
  nearest,
}: {
  ways: Suggestion[]
  clear: string
  nearest: ProductSummary[]
}) {
  return (
    <div className="mt-10 grid gap-x-16 gap-y-14 md:mt-14 lg:grid-cols-[5fr_7fr]">
      <div>
        <Rule className="text-mulberry/60" />
        <h2 className="mt-8 text-title leading-tight">
          {ways.length > 0 ? 'Nothing matches all of that.' : 'Nothing matches that.'}
        </h2>
        {ways.length > 0 && (
          <ul className="mt-5">
            {ways.map(({ words, to, count }) => (
              <li key={to} className="border-line border-b">
                <Link to={to} className="flex min-h-12 items-baseline justify-between gap-4 py-2.5 hover:text-mulberry">
                  <span className="wrap-any">Without {words}</span>
                  <span className="price text-ink-soft">
                    {count} {count === 1 ? 'garment' : 'garments'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link to={clear} className={buttonLook('solid', 'mt-8')}>
          Show all garments
        </Link>
        <p className="measure mt-6 text-ink-soft">
          Looking for something we don’t make yet?{' '}
          <Link to="/contact" className="link text-ink">
            Tell us
          </Link>
          ; it may be our next design.
        </p>
      </div>
      {nearest.length > 0 && (
        <section aria-labelledby="nearest">
          <h2 id="nearest" className="label text-ink-soft">
            {ways.length > 0 ? 'The nearest we make' : 'New in'}
          </h2>
          <ul className="mt-4 grid grid-cols-2 gap-x-[clamp(0.875rem,2vw,1.75rem)] gap-y-10 sm:grid-cols-3">
            {nearest.map((product) => (
              <li key={product.id} className="max-sm:nth-3:hidden">
                <ProductCard product={product} sizes="(width >= 64rem) 17vw, (width >= 34rem) 30vw, 45vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
