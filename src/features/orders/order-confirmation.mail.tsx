import { Column } from '@react-email/column'
import { Img } from '@react-email/img'
import { render } from '@react-email/render'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { formatDay } from '#features/catalogue/dispatch-by.ts'
import { formatPence } from '#features/catalogue/money.ts'
import {
  colour,
  Heading,
  LetterLink,
  LetterSheet,
  Paragraph,
  Subheading,
  Thread,
} from '#infrastructure/mail/layout.tsx'
import type { Letter } from '#infrastructure/mail/letter.ts'
import { shop } from '#shop'
import type { ConfirmedLine, OrderConfirmation } from './letters/confirmation.ts'
import { changingYourMind, confirmationText, firstName, whatIsNext } from './letters/confirmation-text.ts'

/** The letter that says an order is paid and ours to make: everything the law wants kept on paper, in kind words. */
export async function orderConfirmation(order: OrderConfirmation): Promise<Letter> {
  return {
    subject: `Your order ${order.orderNumber} at ${shop.name}`,
    html: await render(<OrderConfirmationLetter order={order} />),
    text: confirmationText(order),
    replyTo: shop.email,
  }
}

function OrderConfirmationLetter({ order }: { order: OrderConfirmation }) {
  const name = firstName(order.customerName)
  return (
    <LetterSheet preview={`We have your order ${order.orderNumber}. It leaves us by ${formatDay(order.dispatchBy)}.`}>
      <Heading>{name ? `Thank you, ${name}` : 'Thank you'}</Heading>
      <Paragraph>
        Your order <strong>{order.orderNumber}</strong> is paid and on our cutting list. Your parcel leaves us by{' '}
        <strong>{formatDay(order.dispatchBy)}</strong>.
      </Paragraph>
      <Section style={{ marginTop: 22 }}>
        {order.lines.map((line) => (
          <Line key={`${line.name} ${line.size}`} line={line} />
        ))}
      </Section>
      <Totals order={order} />
      <Section style={{ marginTop: 30 }}>
        <Subheading>Going to</Subheading>
        <Paragraph style={{ whiteSpace: 'pre-line' }}>{order.address.join('\n')}</Paragraph>
      </Section>
      <Section style={{ marginTop: 18 }}>
        <Subheading>What happens next</Subheading>
        {whatIsNext(order).map((said) => (
          <Paragraph key={said}>{said}</Paragraph>
        ))}
      </Section>
      <Section style={{ marginTop: 18 }}>
        <Subheading>Changing your mind</Subheading>
        {changingYourMind(order).map((said) => (
          <Paragraph key={said}>{said}</Paragraph>
        ))}
        <Paragraph>
          The whole of it: <LetterLink href={`${order.siteUrl}/returns-refunds`}>returns and refunds</LetterLink>,{' '}
          <LetterLink href={`${order.siteUrl}/terms-conditions`}>terms and conditions</LetterLink>.
        </Paragraph>
      </Section>
      <Section style={{ marginTop: 18 }}>
        <Subheading>Ask us anything</Subheading>
        <Paragraph>
          Answer this letter, write to <LetterLink href={`mailto:${shop.email}`}>{shop.email}</LetterLink>, or use our{' '}
          <LetterLink href={`${order.siteUrl}/contact`}>contact page</LetterLink>. We answer within{' '}
          {shop.policies.responseDays} business days.
        </Paragraph>
      </Section>
      <Section style={{ marginTop: 26 }}>
        <Thread />
        <Paragraph soft style={{ fontStyle: 'italic' }}>
          {shop.verses.thanks.text} {shop.verses.thanks.reference}
        </Paragraph>
      </Section>
    </LetterSheet>
  )
}

function Line({ line }: { line: ConfirmedLine }) {
  const cell = { borderTop: `1px solid ${colour.line}`, padding: '14px 0', verticalAlign: 'top' as const }
  return (
    <Row>
      {line.imageUrl && (
        <Column className="rule" style={{ ...cell, width: 84 }}>
          <Img
            src={line.imageUrl}
            alt=""
            loading="lazy"
            width={66}
            height={88}
            style={{ display: 'block', objectFit: 'cover' }}
          />
        </Column>
      )}
      <Column className="rule" style={cell}>
        <Paragraph style={{ margin: 0 }}>{line.name}</Paragraph>
        <Paragraph soft style={{ margin: 0, fontSize: 15, lineHeight: '23px' }}>
          Size {line.size}
          {line.quantity > 1 && ` · ${line.quantity}\u00a0×\u00a0${formatPence(line.unitPence)}`}
          {line.isPreorder && ' · pre-order'}
        </Paragraph>
      </Column>
      <Column className="rule" align="right" style={{ ...cell, width: 90 }}>
        <Paragraph style={{ margin: 0 }}>{formatPence(line.totalPence)}</Paragraph>
      </Column>
    </Row>
  )
}

function Totals({ order }: { order: OrderConfirmation }) {
  const { discount, delivery } = order
  return (
    <Section className="rule" style={{ borderTop: `1px solid ${colour.line}`, paddingTop: 12 }}>
      <Total label="Subtotal" amount={formatPence(order.goodsPence)} />
      {discount && (
        <Total label={`Discount ${discount.code}, ${discount.percent}%`} amount={`−${formatPence(discount.pence)}`} />
      )}
      <Total label={delivery.label} amount={delivery.pence === 0 ? 'Free' : formatPence(delivery.pence)} />
      <Total label="Paid in full" amount={formatPence(order.totalPence)} strong />
    </Section>
  )
}

function Total({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const style = { margin: 0, ...(strong && { fontWeight: 700, paddingTop: 6 }) }
  return (
    <Row>
      <Column>
        <Paragraph soft={!strong} style={style}>
          {label}
        </Paragraph>
      </Column>
      <Column align="right">
        <Paragraph style={style}>{amount}</Paragraph>
      </Column>
    </Row>
  )
}
