import { Column } from '@react-email/column'
import { Img } from '@react-email/img'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import type { Good } from './email-blocks.ts'
import { mailLook, mailRule, Paragraph } from './layout.tsx'

/**
 * Products in rows: picture, name, details, and the amount if there is one. A picture that does not load leaves a plain
 * coloured area.
 */
export function Goods({ goods }: { goods: Good[] }) {
  const pictured = goods.some(({ pictureUrl }) => pictureUrl)
  return (
    <Section className="rule" style={{ borderBottom: mailRule(), margin: '8px 0 18px' }}>
      {goods.map((good, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an e-mail is rendered once
        <GoodRow key={index} good={good} pictured={pictured} />
      ))}
    </Section>
  )
}

function GoodRow({ good: { name, details, amount, pictureUrl }, pictured }: { good: Good; pictured: boolean }) {
  const cell = { borderTop: mailRule(), padding: '14px 0', verticalAlign: 'top' as const }
  return (
    <Row>
      {pictured && (
        <Column className="rule" style={{ ...cell, width: 84 }}>
          <Swatch pictureUrl={pictureUrl} />
        </Column>
      )}
      <Column className="rule" style={cell}>
        <Paragraph style={{ margin: 0 }}>{name}</Paragraph>
        {details.map((detail) => (
          <Paragraph key={detail} soft style={{ margin: '2px 0 0', fontSize: 15, lineHeight: '22px' }}>
            {detail}
          </Paragraph>
        ))}
      </Column>
      {amount !== undefined && (
        <Column className="rule" align="right" style={{ ...cell, width: 90 }}>
          <Paragraph style={{ margin: 0 }}>{amount}</Paragraph>
        </Column>
      )}
    </Row>
  )
}

function Swatch({ pictureUrl }: { pictureUrl: string | null }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td
            className="swatch"
            style={{ width: 66, height: 88, backgroundColor: mailLook().light.swatch, fontSize: 1 }}
          >
            {pictureUrl && (
              <Img src={pictureUrl} alt="" width={66} height={88} style={{ display: 'block', objectFit: 'cover' }} />
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Amounts in rows; the last is the total, in bold. */
export function Sums({ sums }: { sums: [label: string, amount: string][] }) {
  return (
    <Section style={{ margin: '0 0 24px' }}>
      {sums.map(([label, amount], index) => (
        <Sum key={label} label={label} amount={amount} strong={index === sums.length - 1} />
      ))}
    </Section>
  )
}

function Sum({ label, amount, strong }: { label: string; amount: string; strong: boolean }) {
  const style = { margin: 0, ...(strong && { fontWeight: 700, paddingTop: 6 }) }
  return (
    <Row>
      <Column>
        <Paragraph soft={!strong} style={style}>
          {label}
        </Paragraph>
      </Column>
      <Column align="right" style={{ width: 90, verticalAlign: 'bottom' }}>
        <Paragraph style={style}>{amount}</Paragraph>
      </Column>
    </Row>
  )
}
