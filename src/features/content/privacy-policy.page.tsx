import { offeredCarriers } from '#features/settings/carriers.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/privacy-policy.page.ts'
import { privacyTextWith, privacyVersion } from './policies/privacy.ts'
import { policyDates, TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const carriers = offeredCarriers(context.get(settingsContext).carriers).map(({ name }) => name)
  return { dates: policyDates(privacyVersion, context.get(clockContext)()), carriers }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Privacy Policy',
    description: 'What we keep about you, why, for how long, who else sees it, and how to change or remove it.',
    path: '/privacy-policy',
    siteUrl: siteUrlOf(matches),
  })

export default function PrivacyPolicyPage({ loaderData: { dates, carriers } }: Route.ComponentProps) {
  return (
    <TextPage
      title="Privacy Policy"
      lead="What we keep about you, why, for how long and who else sees it. We never sell your data, and there is no advertising or tracking on these pages."
      dates={dates}
      text={privacyTextWith(carriers)}
    />
  )
}
