import { useShopTerms } from '#features/settings/shop-terms.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/terms-conditions.page.ts'
import { termsText, termsVersion } from './policies/terms.ts'
import { policyDates, TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { dates: policyDates(termsVersion, context.get(clockContext)()) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Terms & Conditions',
    description: 'What you and we agree when you order: prices, payment, making, delivery, and your right to cancel.',
    path: '/terms-conditions',
    siteUrl: siteUrlOf(matches),
  })

export default function TermsConditionsPage({ loaderData: { dates } }: Route.ComponentProps) {
  return (
    <TextPage
      title="Terms & Conditions"
      lead="What you and we agree when you place an order, in plain words. Nothing here takes away your legal rights as a consumer."
      dates={dates}
      text={termsText(useShopTerms())}
    />
  )
}
