import { render } from '@react-email/render'
import { Section } from '@react-email/section'
import { Fragment } from 'react'
import { formatEmailTime } from '#base/shop-time.ts'
import { EmailLayout, EmailLink, Heading, mailLook, mailRule, Paragraph } from '#mail/layout.tsx'
import type { Email } from '#platform/email/email.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import { shop } from '#shop'
import { subjectOf } from './topics.ts'

type Message = {
  topic: string
  name: string
  /** Validated by `mailAddress`, since replies go there. */
  email: string
  message: string
  /** When it was sent, ISO 8601. */
  at: string
  order: { number: string; hint: string } | null
}

/**
 * A visitor's message to the shop; a reply goes to the visitor. The text is quoted, so that it cannot pass for the
 * shop's own.
 */
export async function contactMessage(message: Message): Promise<Email> {
  const subject = `Contact form: ${subjectOf(message.topic)} (${message.name})`
  return {
    subject,
    html: await render(<ContactMessageSheet title={subject} message={message} />),
    text: messageText(message),
    replyTo: message.email,
  }
}

function ContactMessageSheet({ title, message }: { title: string; message: Message }) {
  const rule = mailRule()
  const { light: colour } = mailLook()
  return (
    <EmailLayout title={title} preview={cutCharacters(message.message, 120)}>
      <Heading>{subjectOf(message.topic)}</Heading>
      <Section
        className="rule"
        style={{ borderTop: rule, borderBottom: rule, margin: '4px 0 20px', padding: '12px 0' }}
      >
        {factsOf(message).map(([label, fact]) => (
          <Paragraph key={label} style={{ margin: 0, wordBreak: 'break-word' }}>
            <span className="soft" style={{ color: colour.soft }}>
              {label}:
            </span>{' '}
            <span dir="auto">{fact}</span>
          </Paragraph>
        ))}
      </Section>
      <Section className="thread" style={{ borderLeft: `2px solid ${colour.mulberry}`, paddingLeft: 18 }}>
        {message.message.split(/\n{2,}/).map((part, index) => (
          // Parts may be equal, and never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <Paragraph key={index} style={{ wordBreak: 'break-word' }}>
            {part.split('\n').map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
              <Fragment key={at}>
                {at > 0 && <br />}
                <span dir="auto">{line}</span>
              </Fragment>
            ))}
          </Paragraph>
        ))}
      </Section>
      <Paragraph soft style={{ margin: '26px 0 0' }}>
        Reply to this e-mail to answer <EmailLink href={mailto(message.email)}>{message.email}</EmailLink>. Name,
        address and message were typed into the form on {shop.name}’s contact page and have not been checked.
      </Paragraph>
    </EmailLayout>
  )
}

/** An address may contain `?` and `&`, which would be further recipients in a mailto link (RFC 6068). */
function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

function messageText(message: Message): string {
  return [
    subjectOf(message.topic),
    '',
    ...factsOf(message).map(([label, fact]) => `    ${label}: ${fact}`),
    '',
    ...message.message.split('\n').map((line) => `> ${line}`.trimEnd()),
    '',
    'Reply to this e-mail to answer. Name, address and message were typed into the',
    'contact form and have not been checked.',
    '',
  ].join('\n')
}

function factsOf({ name, email, order, at }: Message): [label: string, fact: string][] {
  return [
    ['From', name],
    ['Email', email],
    ...(order ? ([['Order', `${order.number} (${order.hint})`]] as [string, string][]) : []),
    ['Sent', formatEmailTime(at) ?? at],
  ]
}
