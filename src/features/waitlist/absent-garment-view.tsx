import type { SignInSettings } from '#features/accounts/account-rules.ts'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { RelatedGarments } from '#features/catalogue/related-garments.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { Rule } from '#ui/rule.tsx'
import type { AbsentGarmentFacts } from './waitlist.contract.ts'
import { WaitlistView } from './waitlist-view.tsx'

export type AbsentGarmentProps = {
  garment: Pick<AbsentGarmentFacts, 'id' | 'name' | 'slug' | 'sizes' | 'colour' | 'picture'>
  /** Alternative products. */
  instead: ProductSummary[]
  captcha: SignInSettings['captcha']
}

/** Replaces an inactive product's page: that it is not available, and how to join the waitlist. */
export function AbsentGarmentView({ garment, instead, captcha }: AbsentGarmentProps) {
  const { name, colour, picture } = garment
  return (
    <div className="page pt-[clamp(1.5rem,4vw,3.5rem)]">
      <div className="grid items-start gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        {picture && (
          <div className="max-md:max-w-[18rem]">
            <ProductPicture
              picture={picture}
              priority
              sizes="(width >= 48rem) 38vw, 18rem"
              className="aspect-3/4 object-cover"
            />
          </div>
        )}
        <div className={picture ? '' : 'md:col-span-2'}>
          <h1 className="wrap-any text-display leading-none tracking-[-0.018em]">{name}</h1>
          {colour && <p className="mt-2.5 text-ink-soft text-lead">{colour}</p>}
          <Rule className="mt-6 text-mulberry/60" />
          <p className="py-3.5 leading-snug">
            <strong className="font-medium text-mulberry">Not available just now</strong>
          </p>
          <Rule className="text-mulberry/60" />
          <div className="mt-9">
            <WaitlistView why="absent" product={garment} captcha={captcha} />
          </div>
          <p className="mt-9">
            <Way to="/shop">See what’s available</Way>
          </p>
        </div>
      </div>
      <RelatedGarments title="Available now" products={instead} />
      <p className="mt-[clamp(3.5rem,7vw,6rem)] border-line border-t pt-4 text-ink-soft text-small">
        <Way to="/">Return to Home</Way>
      </p>
    </div>
  )
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} prefetch="intent" className="inline-flex min-h-11 items-center">
      <span className="link">{children}</span>
    </Link>
  )
}
