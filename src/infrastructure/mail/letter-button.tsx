import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { colour } from './layout.tsx'

/** The one thing to do in a letter. */
export function LetterButton({ href, label }: { href: string; label: string }) {
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
                href={href}
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
