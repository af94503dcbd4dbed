import { settingsContext } from '#features/settings/page-settings.ts'
import { clockContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import type { Route } from './+types/returns-refunds.page.ts'
import type { Section } from './page-parts.tsx'
import { returnsText, returnsVersion } from './policies/returns.ts'
import { policyDates, TextPage } from './text-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { productionDays } = context.get(settingsContext)
  return { dates: policyDates(returnsVersion, context.get(clockContext)()), productionDays }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Returns & Refunds',
    description: 'Changed your mind, something wrong, or damaged on the way: what to do and what you are owed.',
    path: '/returns-refunds',
    siteUrl: siteUrlOf(matches),
  })

export default function ReturnsRefundsPage({ loaderData: { dates, productionDays } }: Route.ComponentProps) {
  return (
    <TextPage
      title="Returns & Refunds"
      lead="Choose what happened. Each case has its own rules: what we promise, then what the law gives you."
      dates={dates}
      Glance={ReturnsGlance}
      text={returnsText(productionDays)}
    />
  )
}

const cases = ({ cancelDays, claimDays, damageReportHours } = shop.policies) => [
  {
    id: 'change-of-mind',
    what: 'You have changed your mind',
    when: `${cancelDays} days from receipt`,
    outcome: 'Send a standard size back unworn. You pay the postage, and we refund you within 14 days.',
  },
  {
    id: 'faulty',
    what: 'Something is wrong with it',
    when: `${claimDays} days for the quickest help`,
    outcome:
      'Send photos first. We pay the postage and put it right. By law you have 30 days to reject it, and longer to claim.',
  },
  {
    id: 'damaged-or-lost',
    what: 'Damaged or lost on the way',
    when: `Report within ${damageReportHours} hours`,
    outcome: 'It is at our risk until it reaches you. We find it, make it again or refund you.',
  },
]

/** The page's contents: the three cases side by side, each with its own rules, then links to the other sections. */
function ReturnsGlance({ sections }: { sections: readonly Section[] }) {
  const found = cases()
  const others = sections.filter(({ id }) => !found.some((each) => each.id === id))
  return (
    <nav aria-label="On this page">
      <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3 lg:mt-12">
        {found.map(({ id, what, when, outcome }) => (
          <li key={id}>
            <p className="label text-mulberry">{when}</p>
            <p className="font-serif text-name leading-tight">
              <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:text-mulberry">
                <span className="link">{what}</span>
              </a>
            </p>
            <p className="mt-1 max-w-[26em] text-ink-soft">{outcome}</p>
          </li>
        ))}
      </ul>
      <ul className="mt-8 flex flex-wrap gap-x-8 border-line border-t pt-3 lg:mt-10">
        {others.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:text-mulberry">
              <span className="link">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
