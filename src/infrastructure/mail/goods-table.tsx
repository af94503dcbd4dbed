import { Column } from '@react-email/column'
import { Img } from '@react-email/img'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { colour, Paragraph } from './layout.tsx'
import type { Good } from './letter-blocks.ts'

const rule = `1px solid ${colour.line}`

/** Garments one below another: picture, name, and what is to be said of each; the amount where there is one. */
export function Goods({ goods }: { goods: Good[] }) {
  return (
    <Section className="rule" style={{ borderBottom: rule, margin: '22px 0 18px' }}>
      {goods.map((good, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a letter is rendered once
        <GoodRow key={index} good={good} />
      ))}
    </Section>
  )
}

function GoodRow({ good: { name, details, amount, pictureUrl } }: { good: Good }) {
  const cell = { borderTop: rule, padding: '14px 0', verticalAlign: 'top' as const }
  return (
    <Row>
      {pictureUrl && (
        <Column className="rule" style={{ ...cell, width: 84 }}>
          <Img src={pictureUrl} alt="" width={66} height={88} style={{ display: 'block', objectFit: 'cover' }} />
        </Column>
      )}
      <Column className="rule" style={cell}>
        <Paragraph style={{ margin: 0 }}>{name}</Paragraph>
        <Paragraph soft style={{ margin: 0, fontSize: 15, lineHeight: '23px' }}>
          {details}
        </Paragraph>
      </Column>
      {amount !== undefined && (
        <Column className="rule" align="right" style={{ ...cell, width: 90 }}>
          <Paragraph style={{ margin: 0 }}>{amount}</Paragraph>
        </Column>
      )}
    </Row>
  )
}

/** Amounts under one another, the last strong: it is the sum. */
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
