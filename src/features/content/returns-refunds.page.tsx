import { formatNumericDate } from '#base/shop-time.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/returns-refunds.page.ts'
import { ReturnsGlance } from './policies/returns-glance.tsx'
import { returnsSections } from './policies/returns-sections.tsx'
import { PolicyFoot, TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { productionDays } = context.get(settingsContext)
  return { updated: formatNumericDate(context.get(clockContext)()), productionDays }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Returns & Refunds',
    description: 'Changed your mind, something wrong, or damaged on the way: what to do and what you are owed.',
    path: '/returns-refunds',
    siteUrl: siteUrlOf(matches),
  })

export default function ReturnsRefundsPage({ loaderData: { updated, productionDays } }: Route.ComponentProps) {
  const sections = returnsSections(productionDays)
  return (
    <TextPage
      title="Returns & Refunds"
      lead="Choose what happened. Each case has its own rules: what we promise, then what the law gives you."
      foot={<PolicyFoot updated={updated} />}
      glance={<ReturnsGlance sections={sections} />}
      sections={sections}
    />
  )
}
