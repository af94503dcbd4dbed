import { Link } from '@react-email/link'
import { render } from '@react-email/render'
import { Section } from '@react-email/section'
import { colour, Heading, LetterLink, LetterSheet, Paragraph } from '#infrastructure/mail/layout.tsx'
import type { Letter } from '#infrastructure/mail/letter.ts'
import { shop } from '#shop'
import { type AccountLetter, accountLetterText, type Block } from './account-letter.ts'

/** An account's letter in HTML and in text, both of the same blocks, so neither says what the other does not. */
export async function accountLetter(content: AccountLetter): Promise<Letter> {
  return {
    subject: content.subject,
    html: await render(<AccountLetterSheet content={content} />),
    text: accountLetterText(content),
    replyTo: shop.email,
  }
}

function AccountLetterSheet({ content: { preview, heading, blocks } }: { content: AccountLetter }) {
  const button = blocks.find((block) => 'link' in block && !block.quiet)
  return (
    <LetterSheet preview={preview}>
      <Heading>{heading}</Heading>
      {blocks.map((block) => (
        <Part key={Object.values(block).join()} block={block} />
      ))}
      <Paragraph soft style={{ margin: '26px 0 0' }}>
        Answer this letter if you would like a hand, or write to{' '}
        <LetterLink href={`mailto:${shop.email}`}>{shop.email}</LetterLink>.
      </Paragraph>
      {button && 'link' in button && <Address link={button.link} />}
    </LetterSheet>
  )
}

function Part({ block }: { block: Block }) {
  if ('say' in block) return <Paragraph>{block.say}</Paragraph>
  if ('aside' in block) return <Paragraph soft>{block.aside}</Paragraph>
  if ('code' in block) return <Code code={block.code} />
  if ('link' in block) return block.quiet ? <QuietLink {...block} /> : <ButtonLink {...block} />
  const rule = `1px solid ${colour.line}`
  return (
    <Section className="rule" style={{ borderTop: rule, borderBottom: rule, margin: '4px 0 20px', padding: '12px 0' }}>
      {block.facts.map(([label, fact]) => (
        <Paragraph key={label} style={{ margin: 0, wordBreak: 'break-word' }}>
          <span className="soft" style={{ color: colour.soft }}>
            {label}:
          </span>{' '}
          {fact}
        </Paragraph>
      ))}
    </Section>
  )
}

function ButtonLink({ link, label }: { link: string; label: string }) {
  // Outlook knows no padding of a link; the cell around it gives the colour, and this the room.
  const room = { msoPaddingAlt: '14px 28px' } as object
  return (
    <Section style={{ margin: '8px 0 20px' }}>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td
              className="thread"
              style={{ backgroundColor: colour.mulberry, border: `1px solid ${colour.mulberry}`, ...room }}
            >
              <Link
                href={link}
                style={{
                  display: 'inline-block',
                  padding: '14px 28px',
                  color: colour.paper,
                  backgroundColor: colour.mulberry,
                  fontFamily: "'Alegreya Sans', 'Gill Sans', 'Segoe UI', sans-serif",
                  fontSize: 17,
                  lineHeight: '20px',
                  textDecoration: 'none',
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

function QuietLink({ link, label }: { link: string; label: string }) {
  return (
    <Paragraph>
      <LetterLink href={link}>{label}</LetterLink>
    </Paragraph>
  )
}

/** The button's address in full, for programs that show no buttons. */
function Address({ link }: { link: string }) {
  return (
    <Paragraph soft style={{ fontSize: 14, lineHeight: '21px', margin: '18px 0 0', wordBreak: 'break-all' }}>
      If the button does nothing, copy this address: <LetterLink href={link}>{link}</LetterLink>
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
