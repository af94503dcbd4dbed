import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import type { Route } from './+types/contact.page.ts'
import { topics } from './contact/topics.ts'
import { MailLink } from './mail-link.tsx'
import { PageHeading } from './page-heading.tsx'
import { pageMeta, siteUrlOf } from './page-meta.ts'
import { TraderAddress } from './trader-address.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Contact',
    description: `How to reach ${shop.name}: by e-mail, answered by a person within ${shop.policies.responseDays} business days.`,
    path: '/contact',
    siteUrl: siteUrlOf(matches),
  })

export default function ContactPage() {
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title="Contact">
        One address for everything, and a person at the other end. You have an answer within{' '}
        {shop.policies.responseDays.replace('-', '–')} business days.
      </PageHeading>
      <p className="mt-10 font-serif text-[clamp(1.375rem,5.4vw,3.25rem)] leading-tight lg:mt-14">
        <a href={`mailto:${shop.email}`} className="link wrap-any text-mulberry">
          {shop.email}
        </a>
      </p>

      <section aria-labelledby="topics" className="mt-[clamp(3.5rem,7vw,6rem)]">
        <Rule className="text-mulberry/60" />
        <h2 id="topics" className="mt-8 text-title leading-tight">
          What is it about?
        </h2>
        <p className="mt-2 max-w-[34em] text-ink-soft">
          Each of these opens a letter with its subject filled in. What stands beside it helps us to answer at once.
        </p>
        <ul className="mt-6 grid gap-x-12 lg:grid-cols-2">
          {topics.map(({ name, subject, bring }) => (
            <li key={name} className="border-line border-t py-4">
              <p className="font-serif text-name leading-tight [&_a]:inline-block [&_a]:py-1.5 [&_a]:underline [&_a]:decoration-1 [&_a]:decoration-mulberry/50 [&_a]:underline-offset-[0.2em] [&_a:hover]:text-mulberry">
                <MailLink subject={subject}>{name}</MailLink>
              </p>
              <p className="text-ink-soft">{bring}</p>
            </li>
          ))}
        </ul>
        <p className="mt-6">
          Many answers stand in the{' '}
          <Link to="/faq" prefetch="intent" className="link">
            questions we are asked most
          </Link>
          .
        </p>
      </section>

      <section aria-labelledby="post" className="mt-[clamp(3.5rem,7vw,6rem)] grid gap-x-12 gap-y-8 sm:grid-cols-2">
        <div>
          <h2 id="post" className="label text-mulberry">
            By post
          </h2>
          <TraderAddress className="mt-3" />
          <p className="mt-4 max-w-[26em] text-ink-soft">
            The workroom is not open to callers. Please write before you send something back.
          </p>
        </div>
        <div>
          <h2 className="label text-mulberry">Elsewhere</h2>
          <ul className="mt-2">
            {shop.social.map(({ name, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer" className="inline-block py-1.5">
                  <span className="link">{name}</span>
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-3 max-w-[26em] text-ink-soft">
            Good for looking, less good for questions about an order: please send those by e-mail.
          </p>
        </div>
      </section>
    </div>
  )
}
