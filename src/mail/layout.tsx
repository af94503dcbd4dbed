import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { CSSProperties, ReactNode } from 'react'
import { companyRegister } from '#base/company-register.ts'
import { shop } from '#shop'
import { currentLook, currentPalette } from '#ui/look/look.ts'
import type { Tokens } from '#ui/look/palette.ts'
import { typefaces } from '#ui/look/typefaces.ts'

/**
 * The colours and fonts of the current look as literal values: mail programs support no CSS variables, and often no style
 * sheet. The fonts are ones that most machines have.
 */
export function mailLook() {
  const { light, dark } = currentPalette()
  const { typefaces: pair, corners } = currentLook()
  return { light: named(light), dark: named(dark), ...typefaces[pair].mail, radius: corners === 'soft' ? 8 : 0 }
}

function named({
  paper = '',
  ink = '',
  'ink-soft': soft = '',
  line = '',
  'paper-deep': swatch = '',
  mulberry = '',
}: Tokens) {
  return { paper, ink, soft, line, swatch, mulberry }
}

// A long word breaks instead of widening the e-mail.
const paragraph: CSSProperties = { margin: '0 0 14px', fontSize: 17, lineHeight: '26px', wordBreak: 'break-word' }

/** Dark mode, for mail programs that support style sheets. */
function night(): string {
  const { paper, ink, soft, line, swatch, mulberry } = mailLook().dark
  return `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a { text-underline-offset: 3px; }
  @media (max-width: 480px) { .sheet { padding: 28px 20px 24px !important; } }
  @media (prefers-color-scheme: dark) {
    .paper, .paper > table > tbody > tr > td { background-color: ${paper} !important; }
    .swatch { background-color: ${swatch} !important; }
    .ink { color: ${ink} !important; }
    .soft { color: ${soft} !important; }
    .accent { color: ${mulberry} !important; }
    .rule { border-color: ${line} !important; }
    .thread { border-color: ${mulberry} !important; }
    .tape-done { background-color: ${mulberry} !important; border-color: ${mulberry} !important; color: ${paper} !important; }
    .tape-now { background-color: ${swatch} !important; border-color: ${mulberry} !important; color: ${mulberry} !important; }
    .tape-next { background-color: ${paper} !important; border-color: ${line} !important; color: ${soft} !important; }
  }`
}

/**
 * The layout of every e-mail: the shop's name above, the trader's details below. `preview` is the line that mailboxes
 * list beside the subject; `title` is the subject, which screen readers read first. Without a heading, the shop's name
 * is the heading.
 */
export function EmailLayout({
  title,
  preview,
  nameIsHeading = false,
  children,
}: {
  title?: string
  preview: string
  nameIsHeading?: boolean
  children: ReactNode
}) {
  const { light: colour } = mailLook()
  return (
    <Html lang={shop.language}>
      <Head>
        <title>{title ?? preview}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{night()}</style>
      </Head>
      <Body className="paper" style={{ backgroundColor: colour.paper, margin: 0, padding: 0 }}>
        <Preview>{preview}</Preview>
        <Container
          className="paper sheet"
          style={{ maxWidth: 600, padding: '40px 32px 32px', backgroundColor: colour.paper }}
        >
          <Name as={nameIsHeading ? 'h1' : 'p'} />
          <Divider />
          {children}
          <Trader />
        </Container>
      </Body>
    </Html>
  )
}

function Name({ as: Tag }: { as: 'h1' | 'p' }) {
  const { light: colour, serif } = mailLook()
  const style = { margin: '0 0 22px', fontFamily: serif, fontWeight: 400, fontSize: 24, lineHeight: '30px' }
  return (
    <Tag className="ink" style={{ ...style, color: colour.ink }}>
      {shop.name}
    </Tag>
  )
}

/** The site's dashed divider. */
export function Divider() {
  const { light: colour } = mailLook()
  return (
    <Section
      className="thread"
      style={{ borderTop: `2px dashed ${colour.mulberry}`, lineHeight: '1px', fontSize: 1, margin: '0 0 28px' }}
    />
  )
}

export function Heading({ children }: { children: ReactNode }) {
  const { light: colour, serif } = mailLook()
  return (
    <h1
      className="ink"
      style={{
        margin: '0 0 14px',
        fontFamily: serif,
        fontWeight: 400,
        fontSize: 34,
        lineHeight: '40px',
        color: colour.ink,
        wordBreak: 'break-word',
      }}
    >
      {children}
    </h1>
  )
}

export function Subheading({ children }: { children: ReactNode }) {
  const { light: colour, serif } = mailLook()
  return (
    <h2
      className="accent"
      style={{
        margin: '26px 0 8px',
        fontFamily: serif,
        fontWeight: 400,
        fontSize: 21,
        lineHeight: '28px',
        color: colour.mulberry,
      }}
    >
      {children}
    </h2>
  )
}

export function Paragraph({
  children,
  soft = false,
  style,
}: {
  children: ReactNode
  soft?: boolean
  style?: CSSProperties
}) {
  const { light: colour, sans } = mailLook()
  const look = { ...paragraph, fontFamily: sans, color: soft ? colour.soft : colour.ink }
  return (
    <Text className={soft ? 'soft' : 'ink'} style={{ ...look, ...style }}>
      {children}
    </Text>
  )
}

export function EmailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="accent" style={{ color: mailLook().light.mulberry, textDecoration: 'underline' }}>
      {children}
    </Link>
  )
}

function Trader() {
  const small = { fontSize: 14, lineHeight: '21px', margin: '0 0 4px' }
  const [first, ...others] = traderLines()
  return (
    <Section className="rule" style={{ borderTop: mailRule(), marginTop: 36, paddingTop: 20 }}>
      <Paragraph soft style={small}>
        {first}
      </Paragraph>
      {others.map((line) => (
        <Paragraph key={line} soft style={small}>
          {line}
        </Paragraph>
      ))}
      <Paragraph soft style={small}>
        <EmailLink href={`mailto:${shop.email}`}>{shop.email}</EmailLink>
      </Paragraph>
    </Section>
  )
}

/** The line between rows and sections. */
export function mailRule(): string {
  return `1px solid ${mailLook().light.line}`
}

/** The trader's name and address, which the law requires in every e-mail about an order. */
export function traderLines(): string[] {
  const { name, address, companyNumber, vatNumber } = shop.trader
  return [
    name,
    address.join(', '),
    ...(companyNumber ? [`Registered in ${companyRegister(companyNumber)}, company number ${companyNumber}`] : []),
    ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
  ]
}
