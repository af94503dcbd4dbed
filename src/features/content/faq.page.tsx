import { describeEnd, makingTime } from '#features/catalogue/preorders/describe-preorder.ts'
import { listLivePreorders } from '#features/catalogue/preorders/live-preorders.ts'
import { settingsContext } from '#features/settings/page-settings.ts'
import { shopTerms } from '#features/settings/read-shop-settings.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { backendContext, clockContext } from '#platform/pages/page-context.ts'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { Rule } from '#ui/rule.tsx'
import type { Route } from './+types/faq.page.ts'
import { describeZones } from './delivery-zones.ts'
import { faqJsonLd } from './faq/faq-json-ld.server.tsx'
import { type FaqPreorder, faqText } from './faq/faq-text.ts'
import { Questions } from './faq/questions.tsx'
import { PageContents, PageHeading } from './page-parts.tsx'
import { readSections } from './written-text.tsx'

/** For the page's head, so that browsers do not get the texts twice; the same for every visitor. */
let jsonLd: object | null = null

export async function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const settings = context.get(settingsContext)
  const zones = describeZones(settings.zones)
  const preorders = (await listLivePreorders(context.get(backendContext), now)).map(
    (product): FaqPreorder => ({
      name: product.name,
      closes: describeEnd(new Date(product.preorderEndsAt ?? now), now).text,
      making: makingTime(product, settings),
    }),
  )
  jsonLd = faqJsonLd(zones, shopTerms(settings, now), preorders)
  return { zones, preorders }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'FAQ',
    description:
      'When we send your order, which size to choose, what delivery costs, how to pay, and what to do if something isn’t right.',
    path: '/faq',
    siteUrl: siteUrlOf(matches),
    jsonLd: jsonLd ? [jsonLd] : [],
  })

export default function FaqPage({ loaderData: { zones, preorders } }: Route.ComponentProps) {
  const sections = readSections(faqText(zones, useShopTerms(), preorders))
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title="FAQ">
        Answers to common questions, before you order and after. If yours isn’t here, write to us and a person will
        answer.
      </PageHeading>
      <Rule className="mt-8 text-mulberry/60 lg:mt-12" />
      <div className="mt-8 grid items-start gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-12">
        <div className="lg:sticky lg:top-24 lg:col-span-4">
          <PageContents sections={sections} />
        </div>
        <div className="wrap-any grid gap-y-14 lg:col-span-8">
          {sections.map(({ id, title, text }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="pb-3 text-title leading-tight">
                {title}
              </h2>
              <div className="border-mulberry border-t">
                <Questions text={text} zones={zones} />
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
