import { Column } from '@react-email/column'
import { Link } from '@react-email/link'
import { render } from '@react-email/render'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import type { Email } from '#platform/email/email.ts'
import { shop } from '#shop'
import type { Block, EmailContent, RichText, Step } from './email-blocks.ts'
import { formatEmailText } from './email-text.ts'
import { Goods, Sums } from './goods-table.tsx'
import { Divider, EmailLayout, EmailLink, Heading, mailLook, mailRule, Paragraph, Subheading } from './layout.tsx'
import { ownLines } from './own-lines.ts'

/**
 * An e-mail in HTML and in text, both from the same blocks, with the owner's own lines. Replies go to the shop, or to
 * `replyTo`.
 */
export async function composeEmail(content: EmailContent): Promise<Email> {
  const { opening, closing } = ownLines()
  const isHelped = content.replyTo || content.hasHelp
  const complete = { ...content, blocks: [...opening, ...content.blocks, ...closing, ...(isHelped ? [] : [help()])] }
  return {
    subject: content.subject,
    html: await render(<ComposedEmail {...complete} />),
    text: formatEmailText(complete),
    replyTo: content.replyTo ?? shop.email,
  }
}

function help(): Block {
  const address = { href: `mailto:${shop.email}`, label: shop.email }
  return { foot: ['Reply to this e-mail if we can help, or write to ', address, '.'] }
}

function ComposedEmail({ subject, preview, heading, blocks }: EmailContent) {
  return (
    <EmailLayout title={subject} preview={preview}>
      <Heading>{heading}</Heading>
      {blocks.map((block) => (
        <Part key={JSON.stringify(block)} block={block} />
      ))}
      <Addresses blocks={blocks} />
    </EmailLayout>
  )
}

function Part({ block }: { block: Block }) {
  if ('say' in block) return <Paragraph>{words(block.say)}</Paragraph>
  if ('aside' in block) return <Paragraph soft>{words(block.aside)}</Paragraph>
  if ('foot' in block)
    return (
      <Paragraph soft style={{ margin: '30px 0 0' }}>
        {words(block.foot)}
      </Paragraph>
    )
  if ('small' in block)
    return (
      <Paragraph soft style={{ fontSize: 15, lineHeight: '23px', margin: '0 0 12px' }}>
        {words(block.small)}
      </Paragraph>
    )
  if ('title' in block) return <Subheading>{block.title}</Subheading>
  if ('code' in block) return <Code code={block.code} />
  if ('link' in block)
    return block.quiet ? <QuietLink {...block} /> : <EmailButton href={block.link} label={block.label} />
  if ('choices' in block) return <EmailChoices choices={block.choices} />
  if ('facts' in block) return <Facts facts={block.facts} />
  if ('goods' in block) return <Goods goods={block.goods} />
  if ('steps' in block) return <Tape steps={block.steps} />
  if ('sums' in block) return <Sums sums={block.sums} />
  if ('lines' in block) return <Lines lines={block.lines} />
  return <Verse verse={block.verse} reference={block.reference} />
}

function Verse({ verse, reference }: { verse: string; reference: string }) {
  return (
    <Section style={{ marginTop: 30 }}>
      <Divider />
      <Paragraph style={{ fontFamily: mailLook().serif, fontSize: 19, lineHeight: '29px', margin: '0 0 6px' }}>
        {verse}
      </Paragraph>
      <Paragraph soft style={{ fontSize: 15, margin: 0 }}>
        {reference}
      </Paragraph>
    </Section>
  )
}

function words(text: RichText) {
  if (typeof text === 'string') return text
  return text.map((piece) => {
    if (typeof piece === 'string') return piece
    if ('strong' in piece) return <Strong key={piece.strong}>{piece.strong}</Strong>
    if ('em' in piece) return <em key={piece.em}>{piece.em}</em>
    return (
      <EmailLink key={piece.href} href={piece.href}>
        {piece.label}
      </EmailLink>
    )
  })
}

/** Keeps an order number or a day on one line, if it fits on one. */
function Strong({ children }: { children: string }) {
  return <strong style={children.length <= 24 ? { whiteSpace: 'nowrap' } : {}}>{children}</strong>
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <Paragraph>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a label keep their order, and two may be equal
        <span key={index}>
          {index > 0 && <br />}
          <span dir="auto">{line}</span>
        </span>
      ))}
    </Paragraph>
  )
}

function QuietLink({ link, label }: { link: string; label: string }) {
  return (
    <Paragraph>
      <EmailLink href={link}>{label}</EmailLink>
    </Paragraph>
  )
}

function Code({ code }: { code: string }) {
  return (
    <Paragraph
      style={{ fontSize: 32, lineHeight: '40px', letterSpacing: '0.16em', margin: '0 0 18px', whiteSpace: 'nowrap' }}
    >
      {code}
    </Paragraph>
  )
}

/** The buttons' full URLs, for mail programs that show no buttons; one URL if all buttons lead to one page. */
function Addresses({ blocks }: { blocks: Block[] }) {
  const links = blocks.flatMap((block) => {
    if ('choices' in block) return block.choices.map(({ link }) => link.replace(/#.*/, ''))
    return 'link' in block && !block.quiet ? [block.link] : []
  })
  return [...new Set(links)].map((link) => (
    <Paragraph key={link} soft style={{ fontSize: 14, lineHeight: '21px', margin: '18px 0 0' }}>
      If the button does nothing, copy this address: <EmailLink href={link}>{link}</EmailLink>
    </Paragraph>
  ))
}

/** A table of facts: labels on the left, values on the right. */
function Facts({ facts }: { facts: [label: string, fact: string][] }) {
  const rule = mailRule()
  return (
    <Section className="rule" style={{ borderTop: rule, borderBottom: rule, margin: '4px 0 20px', padding: '10px 0' }}>
      {facts.map(([label, fact]) => (
        <Row key={label}>
          <Column style={{ width: 136, padding: '2px 14px 2px 0', verticalAlign: 'top' }}>
            <Paragraph soft style={{ margin: 0, fontSize: 15 }}>
              {label}
            </Paragraph>
          </Column>
          <Column style={{ padding: '2px 0', verticalAlign: 'top' }}>
            <Paragraph style={{ margin: 0 }}>
              <span dir="auto">{fact}</span>
            </Paragraph>
          </Column>
        </Row>
      ))}
    </Section>
  )
}

function tapeLooks() {
  const { light: colour } = mailLook()
  return {
    done: { className: 'tape-done', backgroundColor: colour.mulberry, color: colour.paper },
    now: { className: 'tape-now', backgroundColor: colour.swatch, color: colour.mulberry },
    next: { className: 'tape-next', backgroundColor: colour.paper, color: colour.soft },
  } as const
}

/** Steps along a tape measure that runs down the e-mail. */
function Tape({ steps }: { steps: readonly Step[] }) {
  const { light: colour, serif } = mailLook()
  const tapes = tapeLooks()
  return (
    <Section style={{ margin: '4px 0 22px' }}>
      {steps.map(({ name, when, mark, state }) => {
        const { className, ...look } = tapes[state]
        const isNow = state === 'now'
        return (
          <Row key={name}>
            <Column
              className={className}
              style={{
                ...look,
                width: 46,
                height: 54,
                padding: '6px 0 0 9px',
                border: `1px solid ${state === 'next' ? colour.line : colour.mulberry}`,
                borderRightStyle: 'dashed',
                fontFamily: serif,
                fontSize: 19,
                lineHeight: '24px',
                verticalAlign: 'top',
                boxSizing: 'border-box',
              }}
            >
              {mark || '\u00a0'}
            </Column>
            <Column style={{ padding: '5px 0 9px 16px', verticalAlign: 'top' }}>
              <Paragraph soft={state === 'next'} style={{ margin: 0, lineHeight: '24px' }}>
                {isNow ? <strong>{name}</strong> : name}
                {isNow && ' (now)'}
                {state === 'done' && ' (done)'}
              </Paragraph>
              {when && (
                <Paragraph soft style={{ margin: 0, fontSize: 15, lineHeight: '21px' }}>
                  {when}
                </Paragraph>
              )}
            </Column>
          </Row>
        )
      })}
    </Section>
  )
}

const room = {
  display: 'inline-block',
  padding: '14px 28px',
  fontSize: 17,
  lineHeight: '20px',
  textDecoration: 'none',
}
// Outlook ignores a link's padding: the cell around it has the colour, and this property adds the space.
const outlookPadding = { msoPaddingAlt: '14px 28px' } as object

/** Nothing for square corners. */
const round = (borderRadius: number) => (borderRadius ? { borderRadius } : {})

/** The main button of an e-mail. */
function EmailButton({ href, label }: { href: string; label: string }) {
  const { light: colour, sans, radius } = mailLook()
  const edge = { border: `1px solid ${colour.mulberry}`, ...round(radius) }
  return (
    <Section style={{ margin: '8px 0 20px' }}>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td className="thread" style={{ backgroundColor: colour.mulberry, ...edge, ...outlookPadding }}>
              <Link
                href={href}
                style={{
                  ...room,
                  fontFamily: sans,
                  color: colour.paper,
                  backgroundColor: colour.mulberry,
                  ...round(radius),
                }}
              >
                {label}
              </Link>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  )
}

/** Buttons of equal weight, all in the same style. */
function EmailChoices({ choices }: { choices: { link: string; label: string }[] }) {
  const { light: colour, sans, radius } = mailLook()
  return (
    <Section style={{ margin: '8px 0 8px' }}>
      {choices.map(({ link, label }) => (
        <table
          key={link}
          role="presentation"
          cellPadding={0}
          cellSpacing={0}
          border={0}
          style={{ display: 'inline-block', margin: '0 12px 12px 0', verticalAlign: 'top' }}
        >
          <tbody>
            <tr>
              <td
                className="thread"
                style={{ border: `1px solid ${colour.mulberry}`, ...round(radius), ...outlookPadding }}
              >
                <Link href={link} className="accent" style={{ ...room, fontFamily: sans, color: colour.mulberry }}>
                  {label}
                </Link>
              </td>
            </tr>
          </tbody>
        </table>
      ))}
    </Section>
  )
}
