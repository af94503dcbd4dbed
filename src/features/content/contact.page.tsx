import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { settingsContext } from '#features/settings/page-settings.ts'
import { createMessageIds } from '#platform/client/functions.ts'
import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { useEarlyChoice } from '#ui/early-choice.ts'
import { EmailField, Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { type Captcha, unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { LinkButton, PlainForm, SubmitButton, Trap } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { Rule } from '#ui/rule.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { Route } from './+types/contact.page.ts'
import { listTopics, longest } from './contact/topics.ts'
import { readSlots } from './documents/read-slots.ts'
import { spansIn, Words } from './documents/words.tsx'
import { MailLink } from './mail-link.tsx'
import { PageHeading } from './page-parts.tsx'
import { TraderAddress } from './trader-address.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const words = await readSlots({ context, request }, '/contact')
  return { captcha: context.get(settingsContext).signIn.captcha, words }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.words.name ?? 'Contact',
    description: loaderData?.words.description ?? '',
    path: '/contact',
    siteUrl: siteUrlOf(matches),
  })

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  const captcha = useCaptcha(loaderData.captcha)
  const { words } = loaderData
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <PageHeading title={<Words spans={words.title} />}>
        <Words spans={words.lead} />
      </PageHeading>
      <p className="mt-10 font-serif text-[clamp(1.375rem,5.4vw,3.25rem)] leading-tight lg:mt-14">
        <a href={`mailto:${shop.email}`} className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link wrap-any">{shop.email}</span>
        </a>
      </p>

      <p className="mt-5 max-w-[34em] text-ink-soft">
        Asking about an order? Its page shows how far along it is, and there you can change it, cancel it or send
        something back:{' '}
        <Link to="/find-order" className="link text-ink">
          find your order
        </Link>{' '}
        ·{' '}
        <Link to="/withdraw" className="link text-ink">
          withdraw from a contract
        </Link>
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
            <Words spans={spansIn(words, 'post')} />
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
            <a href={url} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-11 items-center">
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
        {listTopics().map(({ name, subject, bring }) => (
          <li key={name} className="border-line border-t pt-1.5 pb-3">
            <p className="font-serif text-name leading-tight [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:underline [&_a]:decoration-1 [&_a]:decoration-mulberry/50 [&_a]:underline-offset-[0.2em] [&_a:hover]:text-mulberry">
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

/** The contact form. The typed text stays until the message has arrived. */
function ContactForm({ captcha }: { captcha: Captcha }) {
  const [idOf] = useState(() => createMessageIds())
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isNext, setNext] = useState(false)
  const order = useOrderInAddress()
  const form = usePlainForm<'topic' | 'order_number' | 'name' | 'email' | 'message' | 'trap'>(async (typed) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const token = captcha.take()
    const message = { ...typed, id: idOf(typed) }
    const wrong = await sendMessage(token === undefined ? message : { ...message, captcha_token: token })
    if (wrong) return wrong
    setSentTo(message.email)
    return null
  })
  function writeAnother() {
    setNext(true)
    setSentTo(null)
  }
  if (sentTo !== null) return <ContactSent to={sentTo} onAgain={writeAnother} />
  return (
    <PlainForm form={form}>
      <TopicField hasFocus={isNext} error={form.errors.topic} />
      <Field
        label="Order number, if you have one"
        name="order_number"
        maxLength={longest.orderNumber}
        placeholder={`${shop.orderPrefix}-`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={order}
        error={form.errors.order_number}
      />
      <Field
        label="Your name"
        name="name"
        required
        {...limitCharacters(longest.name)}
        autoComplete="name"
        error={form.errors.name}
      />
      <EmailField label="Your e-mail" error={form.errors.email} />
      <MessageField error={form.errors.message} />
      <Trap />
      {captcha.place}
      <p className="max-w-[34em] text-ink-soft text-small">
        We only use your message to answer you. See our{' '}
        <Link to="/privacy-policy#what" target="_blank" className="link text-ink">
          Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
        </Link>
        .
      </p>
      <SubmitButton form={form} busy="Sending…">
        Send
      </SubmitButton>
    </PlainForm>
  )
}

/** The order number in the URL's `?order=`; empty for an invalid one. */
function useOrderInAddress(): string {
  const [query] = useSearchParams()
  const order = query.get('order') ?? ''
  return /^[\w -]{1,20}$/.test(order) ? order : ''
}

/** Replaces the form once the message has arrived. */
function ContactSent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <div
      ref={focusNow}
      tabIndex={-1}
      role="status"
      className="grid scroll-my-24 justify-items-start gap-y-4 outline-none"
    >
      <p className="font-serif text-title leading-[1.2]">Thank you. We have your message.</p>
      <p className="max-w-[34em]">
        We’ve sent a receipt to <span className="wrap-any">{to}</span>, and you’ll have an answer within{' '}
        {shop.policies.responseDays.replace('-', '–')} working days.
      </p>
      <p className="max-w-[34em] text-ink-soft">
        Is something wrong with a garment? Reply to the receipt with photographs of the fault and of the whole garment.
      </p>
      <LinkButton onClick={onAgain}>Send another message</LinkButton>
    </div>
  )
}

/** The message, in a field that grows with it. */
function MessageField({ error }: { error?: string | undefined }) {
  return (
    <FieldFrame label="Your message" error={error}>
      {(bound) => (
        <textarea
          dir="auto"
          {...bound}
          name="message"
          required
          rows={6}
          {...limitCharacters(longest.message)}
          className={`mt-1 ${inputLook} field-sizing-content max-h-[32rem] min-h-40 resize-y leading-[1.5]`}
        />
      )}
    </FieldFrame>
  )
}

/** A message from the form; `id` makes it idempotent. */
type Message = {
  id: string
  topic: string
  order_number: string
  name: string
  email: string
  message: string
  trap: string
  captcha_token?: string
}

const unreachable =
  'We couldn’t send your message. Your text is still here: please check your connection and try again.'
const fields = ['topic', 'order_number', 'name', 'email', 'message']

/** Sends a message to the shop; null on success. Never throws. Browser only. */
function sendMessage(message: Message): Promise<Wrong | null> {
  return sendForm('contact', message, { fields, unreachable })
}

/** The topic, and below it advice on what to include. */
function TopicField({ hasFocus, error }: { hasFocus: boolean; error?: string | undefined }) {
  const [chosen, setChosen] = useState('')
  const field = useEarlyChoice<HTMLSelectElement>((select) => {
    setChosen(select.value)
    if (hasFocus) select.focus()
  })
  return (
    <SelectField
      label="What is it about?"
      choices={listTopics()}
      hint={listTopics().find(({ id }) => id === chosen)?.bring}
      error={error}
      ref={field}
      name="topic"
      required
      defaultValue=""
      onChange={({ target }) => setChosen(target.value)}
    />
  )
}
