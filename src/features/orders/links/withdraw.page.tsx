import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/withdraw.page.ts'
import { FindOrderView } from './find-order-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Withdraw from a contract',
    description: `Withdraw from an order at ${shop.name} with your name, order number and e-mail. You need no account and no reason.`,
    path: '/withdraw',
    siteUrl: siteUrlOf(matches),
  })

/** The withdrawal function for every customer, without an account (article 11a of Directive 2011/83/EU). */
export default function WithdrawPage() {
  return (
    <FindOrderView
      title="Withdraw from a contract"
      lead={`You can change your mind until ${shop.policies.cancelDays} days after your parcel arrives. You need no account and no reason.`}
      enough="a line with your name and order number is enough."
      only="withdrawal"
    >
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
    </FindOrderView>
  )
}
