import type { ReactNode } from 'react'
import { formatDay } from '#base/calendar-day.ts'
import { namedSize } from '#features/catalogue/samples.ts'
import { shop } from '#shop'
import { FormPage, type Garment } from '#ui/form/form-page.tsx'
import { FormLink } from '#ui/form/form-parts.tsx'
import type { DelayChoice } from './delay-choice.ts'

/** The choice that a token belongs to; `unknown` for an invalid token, `unavailable` after a failed request. */
export type FoundChoice = DelayChoice | 'unknown' | 'unavailable'

const withoutScript = () =>
  `Answering here needs JavaScript. Without it, reply to our e-mail or write to ${shop.email}.`

/** A delayed order: its garments, the old and the new day, and the answers while the choice is open. */
export function ChoiceView({
  found,
  garment,
  children,
}: {
  found: FoundChoice
  garment: Garment | null
  children: ReactNode
}) {
  const choice = typeof found === 'string' ? null : found
  const { title, lead, more } = typeof found === 'string' ? noChoiceMessages[found] : choiceMessage(found)
  const isOpen = choice?.state === 'open'
  return (
    <FormPage title={title} lead={<p role="status">{lead}</p>} garment={garment} withoutScript={withoutScript()}>
      {more && <p>{more}</p>}
      {choice && (isOpen || choice.state === 'kept') && <Order choice={choice} />}
      {isOpen ? <div className="mt-7">{children}</div> : <Ways />}
    </FormPage>
  )
}

function Order({ choice: { garments, from, to, reason, state } }: { choice: DelayChoice }) {
  return (
    <dl className={`grid grid-cols-[auto_1fr] gap-x-8 border-line border-b pb-4 ${state === 'open' ? '' : 'mt-5'}`}>
      <Fact label={garments.length > 1 ? 'Garments' : 'Garment'}>
        {garments.map(({ name, size, quantity }) => (
          <span key={`${name} ${size}`} className="wrap-any block">
            {quantity > 1 && `${quantity} × `}
            {namedSize({ name, size })}
          </span>
        ))}
      </Fact>
      <Fact label="We said">
        <s className="text-ink-soft">{formatDay(new Date(from))}</s>
      </Fact>
      <Fact label="The new date">
        <strong className="font-medium">{formatDay(new Date(to))}</strong>
      </Fact>
      {reason && (
        <Fact label="Why">
          <span className="wrap-any">{reason}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-1 text-ink-soft">{label}</dt>
      <dd className="py-1">{children}</dd>
    </>
  )
}

function Ways() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-8">
      <FormLink to="/contact">Write to us</FormLink>
      <FormLink to="/shop">To the shop</FormLink>
    </p>
  )
}

type ChoiceMessage = { title: ReactNode; lead: string; more: string | null }

/** The text of the page for each state of the choice. */
function choiceMessage(choice: DelayChoice): ChoiceMessage {
  const { state, order_number: number, first_name: name, added, cancel_days: cancelDays } = choice
  const to = formatDay(new Date(choice.to))
  const called = name ? `${name}, your order` : 'Your order'
  const days = `you have ${cancelDays} days from the day it arrives to change your mind, and ${cancelDays} more to send it back`
  const messages: Record<DelayChoice['state'], ChoiceMessage> = {
    open: {
      title: (
        <>
          Will you <em>wait?</em>
        </>
      ),
      lead: `We’re sorry: ${called} ${number} needs more time than we said.`,
      more:
        added.length === 0
          ? null
          : `What you added (${added.join(', ')}) goes in the same parcel, so your answer is for all of it.`,
    },
    kept: {
      title: (
        <>
          Thank you <em>for waiting</em>
        </>
      ),
      lead: `${called} ${number} goes ahead, and we’ll dispatch it by ${to}.`,
      more: 'We’ll e-mail you when it leaves. If you change your mind before we start cutting, reply to any of our e-mails.',
    },
    cancelled: {
      title: (
        <>
          It is <em>cancelled</em>
        </>
      ),
      lead: `${called} ${number} is cancelled and nothing will be sent.`,
      more: 'We’ll refund what you paid within 14 days, and e-mail you when it’s on its way.',
    },
    cut: {
      title: (
        <>
          We’ve <em>started</em>
        </>
      ),
      lead: `We’ve started cutting since we wrote, so order ${number} can no longer be cancelled here. We’ll dispatch it by ${to}.`,
      more: `You still have your rights: ${days}. If you can’t wait that long, please write to us and we’ll find a way.`,
    },
    sent: {
      title: (
        <>
          It has <em>left us</em>
        </>
      ),
      lead: `${called} ${number} is already on its way, so there’s nothing left to choose.`,
      more: `As with every order, ${days}.`,
    },
    superseded: {
      title: (
        <>
          There’s <em>a newer e-mail</em>
        </>
      ),
      lead: `We’ve since e-mailed you again about order ${number}, with a new date.`,
      more: 'Please use the link in our latest e-mail.',
    },
  }
  return messages[state]
}

/** The text for an invalid link, and for a failed request. */
const noChoiceMessages: Record<'unknown' | 'unavailable', ChoiceMessage> = {
  unknown: {
    title: (
      <>
        This link <em>is incomplete</em>
      </>
    ),
    lead: 'It doesn’t lead to any of our orders. Some e-mail programs cut long links in two.',
    more: 'Please open it from our e-mail again. If that doesn’t help, reply to the e-mail and we’ll do it for you.',
  },
  unavailable: {
    title: (
      <>
        One moment, <em>please</em>
      </>
    ),
    lead: 'We can’t find your order just now. Nothing is lost and nothing has changed.',
    more: 'Please reload this page in a minute.',
  },
}
