import { settingsContext } from '#features/settings/page-settings.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { formatNumericDate } from '#ui/time/shop-time.ts'
import type { Route } from './+types/returns-refunds.page.ts'
import { PolicyFoot } from './policies/policy-foot.tsx'
import { ReturnsGlance } from './policies/returns-glance.tsx'
import { returnsSections } from './policies/returns-sections.tsx'
import { TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { productionDays } = context.get(settingsContext)
  return { updated: formatNumericDate(context.get(clockContext)()), productionDays }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Returns & Refunds',
    description:
      'Changed your mind, something wrong with it, or damaged on the way: what to do, and what you are owed.',
    path: '/returns-refunds',
    siteUrl: siteUrlOf(matches),
  })

export default function ReturnsRefundsPage({ loaderData: { updated, productionDays } }: Route.ComponentProps) {
  return (
    <TextPage
      title="Returns & Refunds"
      lead="Three different things can happen to an order, and each has its own rules. Find yours; what we promise stands first, what the law gives you beside it."
      foot={<PolicyFoot updated={updated} />}
      glance={<ReturnsGlance />}
      sections={returnsSections(productionDays)}
    />
  )
}
