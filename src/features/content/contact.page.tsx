import { settingsContext } from '#features/settings/page-settings.ts'
import { shop } from '#shop'
import { useCaptcha } from '#ui/form/captcha.tsx'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { Rule } from '#ui/rule.tsx'
import type { Route } from './+types/contact.page.ts'
import { ContactForm } from './contact/contact-form.tsx'
import { topics } from './contact/topics.ts'
import { MailLink } from './mail-link.tsx'
import { PageHeading } from './page-heading.tsx'
import { TraderAddress } from './trader-address.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { captcha: context.get(settingsContext).signIn.captcha }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Contact',
    description: `How to reach ${shop.name}: by form or e-mail, answered by a person within ${shop.policies.responseDays.replace('-', '–')} business days.`,
    path: '/contact',
    siteUrl: siteUrlOf(matches),
  })

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const captcha = useCaptcha(loaderData.captcha)
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title="Contact">
        Ask us anything. A person reads every message and answers within {shop.policies.responseDays.replace('-', '–')}{' '}
        business days.
      </PageHeading>
      <p className="mt-10 font-serif text-[clamp(1.375rem,5.4vw,3.25rem)] leading-tight lg:mt-14">
        <a href={`mailto:${shop.email}`} className="link wrap-any text-mulberry">
          {shop.email}
        </a>
      </p>

      <p className="mt-5 max-w-[34em] text-ink-soft">
        Asking about an order? Its page shows how far along it is, and there you can change it, cancel it or send
        something back:{' '}
        <Link to="/find-order" className="link text-ink">
          find your order
        </Link>
        .
      </p>

      <Rule className="mt-[clamp(3.5rem,7vw,6rem)] text-mulberry/60" />
      <div className="mt-8 grid gap-x-12 gap-y-14 lg:grid-cols-12">
        <section aria-labelledby="write" className="lg:col-span-6">
          <h2 id="write" className="text-title leading-tight">
            Send us a message
          </h2>
          <noscript>
            <p className="mt-4">
              The form needs JavaScript. Without it, please write to <MailLink />.
            </p>
          </noscript>
          <div className="noscript:hidden mt-6">
            <ContactForm captcha={captcha} />
          </div>
        </section>
        <Topics />
      </div>

      <section
        aria-labelledby="post"
        className="mt-[clamp(3.5rem,7vw,6rem)] grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-12"
      >
        <div className="lg:col-span-6">
          <h2 id="post" className="label text-mulberry">
            By post
          </h2>
          <TraderAddress className="mt-3" />
          <p className="mt-4 max-w-[26em] text-ink-soft">
            The workroom is not open to visitors. Please tell us before you send anything back.
          </p>
        </div>
        {shop.social.length > 0 && <FollowUs />}
      </section>
    </div>
  )
}

function FollowUs() {
  return (
    <div className="lg:col-span-5 lg:col-start-8">
      <h2 className="label text-mulberry">Follow us</h2>
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
        For pictures and news. If you have a question about an order, please e-mail us.
      </p>
    </div>
  )
}

/** The same subjects as mailto links, with what to include. */
function Topics() {
  return (
    <section aria-labelledby="topics" className="lg:col-span-5 lg:col-start-8">
      <h2 id="topics" className="text-title leading-tight">
        Or by e-mail
      </h2>
      <p className="mt-2 max-w-[34em] text-ink-soft">
        Each link opens an e-mail with the subject filled in. The note below it says what to include, so that we can
        answer quickly.
      </p>
      <ul className="mt-6">
        {topics.map(({ name, subject, bring }) => (
          <li key={name} className="border-line border-t py-3">
            <p className="font-serif text-name leading-tight [&_a]:inline-block [&_a]:py-1.5 [&_a]:underline [&_a]:decoration-1 [&_a]:decoration-mulberry/50 [&_a]:underline-offset-[0.2em] [&_a:hover]:text-mulberry">
              <MailLink subject={subject}>{name}</MailLink>
            </p>
            <p className="text-ink-soft">{bring}</p>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        You may find your answer in our{' '}
        <Link to="/faq" prefetch="intent" className="link">
          FAQ
        </Link>
        .
      </p>
    </section>
  )
}
