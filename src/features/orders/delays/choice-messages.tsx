import type { ReactNode } from 'react'
import { shop } from '#shop'
import { formatDay } from '#ui/time/calendar-day.ts'
import type { DelayChoice } from './delay-choice.ts'

type ChoiceMessage = { title: ReactNode; lead: string; more: string | null }

/** The text of the page for each state of the choice. */
export function choiceMessage(choice: DelayChoice): ChoiceMessage {
  const { state, order_number: number, first_name: name } = choice
  const to = formatDay(new Date(choice.to))
  const called = name ? `${name}, your order` : 'Your order'
  const days = `you have ${shop.policies.cancelDays} days from the day it arrives to change your mind and send it back`
  const messages: Record<DelayChoice['state'], ChoiceMessage> = {
    open: {
      title: (
        <>
          Will you <em>wait?</em>
        </>
      ),
      lead: `${called} ${number} needs more time than we said, and we are sorry.`,
      more: null,
    },
    kept: {
      title: (
        <>
          Thank you <em>for waiting</em>
        </>
      ),
      lead: `${called} ${number} stays as it is, and leaves us by ${to}.`,
      more: 'We’ll write again when it does. If you change your mind before we begin to cut, reply to any of our e-mails.',
    },
    cancelled: {
      title: (
        <>
          It is <em>cancelled</em>
        </>
      ),
      lead: `${called} ${number} is cancelled, and nothing will be sent.`,
      more: 'What you paid goes back to the card or account you paid with, within 14 days. We’ll write when it is on its way.',
    },
    cut: {
      title: (
        <>
          We have <em>begun</em>
        </>
      ),
      lead: `${called} ${number} has gone to the cutting table since we wrote, so it can no longer be cancelled here. It leaves us by ${to}.`,
      more: `You lose nothing by it: ${days}. If you cannot wait so long, please write to us, and we’ll find a way.`,
    },
    sent: {
      title: (
        <>
          It has <em>left us</em>
        </>
      ),
      lead: `${called} ${number} is on its way already, so there is nothing left to choose.`,
      more: `As with every order, ${days}.`,
    },
    superseded: {
      title: (
        <>
          There is <em>a newer letter</em>
        </>
      ),
      lead: `Since this one we have written to you again about order ${number}, with a new day.`,
      more: 'Please use the link in our latest letter: it is the one that counts.',
    },
  }
  return messages[state]
}

/** The text for an invalid link, and for a failed request. */
export const noChoiceMessages: Record<'unknown' | 'unavailable', ChoiceMessage> = {
  unknown: {
    title: (
      <>
        This link <em>is incomplete</em>
      </>
    ),
    lead: 'It does not lead to an order of ours. Some mail programs cut long addresses in two.',
    more: 'Please open it from our e-mail once more. If that does not help, reply to the e-mail, and we’ll do it for you.',
  },
  unavailable: {
    title: (
      <>
        One moment, <em>please</em>
      </>
    ),
    lead: 'We cannot look your order up just now. Nothing is lost, and nothing has changed.',
    more: 'Please load this page again in a minute.',
  },
}
