import { formatNumericDate } from '#base/shop-time.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/privacy-policy.page.ts'
import { privacyText } from './policies/privacy.ts'
import { TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { updated: formatNumericDate(context.get(clockContext)()) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Privacy Policy',
    description: 'What we keep about you, why, for how long, who else sees it, and how to change or remove it.',
    path: '/privacy-policy',
    siteUrl: siteUrlOf(matches),
  })

export default function PrivacyPolicyPage({ loaderData: { updated } }: Route.ComponentProps) {
  return (
    <TextPage
      title="Privacy Policy"
      lead="What we keep about you, why, for how long and who else sees it. We never sell your data, and there is no advertising or tracking on these pages."
      updated={updated}
      text={privacyText}
    />
  )
}
