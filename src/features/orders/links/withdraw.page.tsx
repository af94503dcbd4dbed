import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/withdraw.page.ts'
import { FindOrderForm } from './find-order-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Withdraw from a contract',
    description: `Withdraw from an order at ${shop.name} with your order number and e-mail. You need no account and no reason.`,
    path: '/withdraw',
    siteUrl: siteUrlOf(matches),
  })

/** The withdrawal function for every customer, without an account (article 11a of Directive 2011/83/EU). */
export default function WithdrawPage() {
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-12">
        <h1 className="wrap-any text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-7">
          Withdraw from a contract
        </h1>
        <p className="max-w-[28em] text-ink-soft text-lead leading-[1.4] lg:col-span-5 lg:pb-2">
          You can change your mind until {shop.policies.cancelDays} days after your parcel arrives. You need no account
          and no reason.
        </p>
      </header>
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)] grid gap-x-12 gap-y-12 border-line border-t pt-[clamp(2.5rem,4.6vw,4.25rem)] lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          <noscript>
            <p className="mb-6">
              This form needs JavaScript. Without it, write to{' '}
              <a href={`mailto:${shop.email}`} className="link">
                {shop.email}
              </a>
              : a line with your order number is enough.
            </p>
          </noscript>
          <FindOrderForm only="withdrawal" />
        </div>
        <aside className="text-ink-soft lg:col-span-4 lg:col-start-9" aria-label="Other ways">
          <p>
            This withdraws from everything in the order. To keep some of it, or to add a photograph,{' '}
            <Link to="/find-order" className="link text-ink">
              open your order’s page
            </Link>
            .
          </p>
          <p className="mt-4">
            What happens then, and who pays for the return:{' '}
            <Link to="/returns-refunds" className="link text-ink">
              Returns &amp; Refunds
            </Link>
            .
          </p>
        </aside>
      </div>
    </div>
  )
}
