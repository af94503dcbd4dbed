import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { createMessageIds } from '#platform/client/functions.ts'
import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { useEarlyChoice } from '#ui/early-choice.ts'
import { EmailField, Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { type Captcha, unsolvedCaptcha } from '#ui/form/captcha.tsx'
import { LinkButton, PlainForm, SubmitButton, Trap } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { limitCharacters } from '#ui/limit-characters.ts'
import { Link } from '#ui/link.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { longest, topics } from './topics.ts'

/** The contact form. The typed text stays until the message has arrived. */
export function ContactForm({ captcha }: { captcha: Captcha }) {
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
        {shop.policies.responseDays.replace('-', '–')} business days.
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
      choices={topics}
      hint={topics.find(({ id }) => id === chosen)?.bring}
      error={error}
      ref={field}
      name="topic"
      required
      defaultValue=""
      onChange={({ target }) => setChosen(target.value)}
    />
  )
}
