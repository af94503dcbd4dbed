import { Column } from '@react-email/column'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { colour, Paragraph } from './layout.tsx'

const rule = `1px solid ${colour.line}`

/** A table of facts: labels on the left, values on the right. */
export function Facts({ facts }: { facts: [label: string, fact: string][] }) {
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
