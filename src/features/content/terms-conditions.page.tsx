import { formatNumericDate } from '#base/shop-time.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/terms-conditions.page.ts'
import { termsText } from './policies/terms.ts'
import { TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { productionDays } = context.get(settingsContext)
  return { updated: formatNumericDate(context.get(clockContext)()), productionDays }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Terms & Conditions',
    description: 'What you and we agree when you order: prices, payment, making, delivery, and your right to cancel.',
    path: '/terms-conditions',
    siteUrl: siteUrlOf(matches),
  })

export default function TermsConditionsPage({ loaderData: { updated, productionDays } }: Route.ComponentProps) {
  return (
    <TextPage
      title="Terms & Conditions"
      lead="What you and we agree when you place an order, in plain words. Nothing here takes away your legal rights as a consumer."
      updated={updated}
      text={termsText(productionDays)}
    />
  )
}
