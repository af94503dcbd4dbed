import { notToNorthernIreland } from '#features/settings/delivery.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import type { ZoneWords } from '../delivery-zones.ts'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'
import { ZoneTable } from './zone-table.tsx'

export function DeliveryAnswers({ zones }: { zones: readonly ZoneWords[] }) {
  const { deliversToNorthernIreland } = useShopTerms()
  return (
    <>
      <Question question="Where do you deliver?">
        {zones.map(({ id, name, countries }) => (
          <p key={id}>
            <strong>{name}:</strong> {countries}.
          </p>
        ))}
        {!deliversToNorthernIreland && <p>{notToNorthernIreland}</p>}
      </Question>
      <Question question="What does delivery cost, and how long does it take?">
        <ZoneTable zones={zones} />
        <p>
          Every parcel is tracked. Free delivery goes by the price of your garments after any discount. Choose your
          country in the cart to see what you’ll pay.
        </p>
      </Question>
      <Question question="Will I have to pay customs charges?">
        <p>
          Not within the United Kingdom. Elsewhere it depends on the country, and charges on arrival are not included in
          our prices. These are the rules as we know them today; they do change.
        </p>
        {zones
          .flatMap(({ duties }) => duties)
          .map(({ name, text }) => (
            <p key={name}>
              <strong>{name}:</strong> {text}
            </p>
          ))}
      </Question>
      <Question question="What if my tracking has stopped, or says ‘delivered’ but nothing has arrived?">
        <p>
          Please check any safe place and ask next door first. Then write to <MailLink subject="Delivery" /> with your
          order number: until it is in your hands, it is up to us to find it, make it again or refund you.
        </p>
      </Question>
      <Question question="Can I collect my order, or have it sooner?">
        <p>
          The workroom is not open to visitors. If you need it by a certain day, write before you order and we’ll tell
          you honestly whether we can do it.
        </p>
      </Question>
    </>
  )
}
