import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { colour, sans } from './layout.tsx'

const room = {
  display: 'inline-block',
  padding: '14px 28px',
  fontFamily: sans,
  fontSize: 17,
  lineHeight: '20px',
  textDecoration: 'none',
}
// Outlook ignores a link's padding: the cell around it has the colour, and this property adds the space.
const outlookPadding = { msoPaddingAlt: '14px 28px' } as object

/** The main button of an e-mail. */
export function EmailButton({ href, label }: { href: string; label: string }) {
  return (
    <Section style={{ margin: '8px 0 20px' }}>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td
              className="thread"
              style={{ backgroundColor: colour.mulberry, border: `1px solid ${colour.mulberry}`, ...outlookPadding }}
            >
              <Link href={href} style={{ ...room, color: colour.paper, backgroundColor: colour.mulberry }}>
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
export function EmailChoices({ choices }: { choices: { link: string; label: string }[] }) {
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
              <td className="thread" style={{ border: `1px solid ${colour.mulberry}`, ...outlookPadding }}>
                <Link href={link} className="accent" style={{ ...room, color: colour.mulberry }}>
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
