import { settingsContext } from '#infrastructure/http/page-context.ts'
import { Rule } from '#ui/rule.tsx'
import type { Route } from './+types/faq.page.ts'
import { describeZones } from './delivery-zones.ts'
import { AccountAnswers } from './faq/account-answers.tsx'
import { DeliveryAnswers } from './faq/delivery-answers.tsx'
import { OrderingAnswers } from './faq/ordering-answers.tsx'
import { PaymentAnswers } from './faq/payment-answers.tsx'
import { ReturnAnswers } from './faq/return-answers.tsx'
import { ShopAnswers } from './faq/shop-answers.tsx'
import { SizeAnswers } from './faq/size-answers.tsx'
import { PageContents } from './page-contents.tsx'
import { PageHeading } from './page-heading.tsx'
import { pageMeta, siteUrlOf } from './page-meta.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { zones: describeZones(context.get(settingsContext).zones) }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'FAQ',
    description: 'When it is sent, which size, what delivery costs, how to pay, and what happens if it is not right.',
    path: '/faq',
    siteUrl: siteUrlOf(matches),
  })

const sections = [
  { id: 'ordering', title: 'Ordering' },
  { id: 'sizing', title: 'Sizing' },
  { id: 'delivery', title: 'Delivery' },
  { id: 'payment', title: 'Payment' },
  { id: 'returns', title: 'Returns' },
  { id: 'account', title: 'Account and privacy' },
  { id: 'the-shop', title: 'The shop' },
] as const

export default function FaqPage({ loaderData: { zones } }: Route.ComponentProps) {
  const answers = {
    ordering: <OrderingAnswers />,
    sizing: <SizeAnswers />,
    delivery: <DeliveryAnswers zones={zones} />,
    payment: <PaymentAnswers />,
    returns: <ReturnAnswers />,
    account: <AccountAnswers />,
    'the-shop': <ShopAnswers />,
  }
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title="FAQ">
        What people ask before they order, and after. If yours is missing, a letter to us is answered by a person.
      </PageHeading>
      <Rule className="mt-8 text-mulberry/60 lg:mt-12" />
      <div className="mt-8 grid items-start gap-x-12 gap-y-12 lg:mt-12 lg:grid-cols-12">
        <div className="lg:sticky lg:top-24 lg:col-span-4">
          <PageContents sections={sections} />
        </div>
        <div className="grid gap-y-14 lg:col-span-8">
          {sections.map(({ id, title }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="pb-3 text-title leading-tight">
                {title}
              </h2>
              <div className="border-mulberry border-t">{answers[id]}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
