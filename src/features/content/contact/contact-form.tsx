import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FormOf, Send } from '#features/accounts/sign-in/form-parts.tsx'
import type { Captcha } from '#features/accounts/sign-in/use-captcha.tsx'
import { openQuestion, useForm } from '#features/accounts/sign-in/use-form.ts'
import { createMessageIds } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { Field } from '#ui/field.tsx'
import { limitCharacters } from '#ui/limit-characters.ts'
import { Link } from '#ui/link.tsx'
import { ContactSent } from './contact-sent.tsx'
import { MessageField } from './message-field.tsx'
import { sendMessage } from './send-message.ts'
import { TopicField } from './topic-field.tsx'
import { longest } from './topics.ts'

/** The contact form. The typed text stays until the message has arrived. */
export function ContactForm({ captcha }: { captcha: Captcha }) {
  const [idOf] = useState(() => createMessageIds())
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isNext, setNext] = useState(false)
  const order = useOrderInAddress()
  const form = useForm<'topic' | 'order_number' | 'name' | 'email' | 'message' | 'trap'>(async (typed) => {
    if (captcha.isOpen()) return openQuestion
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
    <FormOf form={form}>
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
      <Field
        label="Your e-mail"
        type="email"
        name="email"
        required
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors.email}
      />
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
      <Send form={form} busy="Sending…">
        Send
      </Send>
    </FormOf>
  )
}

/** Hidden from view and screen readers: a value means a bot. */
function Trap() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw]">
      <label>
        Leave this empty
        <input name="trap" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** The order number in the URL's `?order=`; empty for an invalid one. */
function useOrderInAddress(): string {
  const [query] = useSearchParams()
  const order = query.get('order') ?? ''
  return /^[\w -]{1,20}$/.test(order) ? order : ''
}
