import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Rule } from '#ui/rule.tsx'
import type { Preorder } from './describe-preorder.ts'

/**
 * One live pre-order across the page, with its deadline, or with the link to its waitlist if every place is taken. Its
 * picture is large at the left edge, or with `flipped` smaller on the right.
 */
export function PreorderEntry({
  preorder,
  flipped,
  first = false,
  heading: Heading,
}: {
  preorder: Preorder
  flipped: boolean
  first?: boolean
  heading: 'h2' | 'h3'
}) {
  const { name, slug, picture, description, pricePence, end, making, dispatched, full } = preorder
  const to = `/product/${slug}${full ? '#waiting' : ''}`
  return (
    <li>
      <Rule className="text-mulberry/60" />
      <article className="grid items-end gap-x-[clamp(1.5rem,6vw,6rem)] gap-y-6 py-8 md:grid-cols-12 md:py-14">
        <Link
          to={to}
          prefetch="intent"
          tabIndex={-1}
          aria-hidden="true"
          className={`block bg-paper-deep ${
            flipped
              ? 'max-md:ml-[22%] max-md:-mr-(--gutter) md:order-2 md:col-span-5 md:col-start-8'
              : 'max-md:-ml-(--gutter) max-md:mr-[8%] md:col-span-6 md:-ml-(--bleed)'
          }`}
        >
          <ProductPicture
            picture={picture}
            priority={first}
            sizes={flipped ? '(width >= 48rem) 38vw, 80vw' : '(width >= 48rem) 50vw, 92vw'}
            className={`object-cover ${flipped ? 'aspect-4/5' : 'aspect-5/6'}`}
          />
        </Link>
        <div
          className={`md:pb-4 ${flipped ? 'md:col-span-6 md:col-start-1 md:row-start-1 lg:pl-[16%]' : 'md:col-span-6'}`}
        >
          <p className="label text-mulberry">{full ? 'This pre-order is full' : preorder.preorder}</p>
          <Heading className="wrap-any mt-3 text-display leading-[1.02] tracking-[-0.015em]">{name}</Heading>
          {preorder.reason && <p className="mt-4 text-mulberry">{preorder.reason}.</p>}
          <p className="measure mt-4 line-clamp-3 text-ink-soft">{description}</p>
          <div className="preorder-facts">
            <dl>
              <dt>Price</dt>
              <dd>
                <Price pence={pricePence} />
              </dd>
              <dt>Closes</dt>
              <dd>
                <time dateTime={end.at}>{end.text}</time>
              </dd>
              {!full && (
                <>
                  <dt>Making</dt>
                  <dd>{making}</dd>
                  <dt>Dispatched by</dt>
                  <dd>{dispatched}</dd>
                </>
              )}
            </dl>
          </div>
          <Link to={to} prefetch="intent" className={buttonLook('line', 'mt-7')}>
            {full ? `Join the waiting list for the ${name}` : `See the ${name}`}
          </Link>
        </div>
      </article>
    </li>
  )
}
