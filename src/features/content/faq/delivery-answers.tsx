import type { ZoneWords } from '../delivery-zones.ts'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'
import { ZoneTable } from './zone-table.tsx'

export function DeliveryAnswers({ zones }: { zones: readonly ZoneWords[] }) {
  return (
    <>
      <Question question="Where do you send to?">
        {zones.map(({ id, name, countries }) => (
          <p key={id}>
            <strong>{name}:</strong> {countries}.
          </p>
        ))}
      </Question>
      <Question question="What does delivery cost, and how long does it take?">
        <ZoneTable zones={zones} />
        <p>
          Every parcel is tracked. Where delivery is free from an amount, it is the garments after any discount that
          have to reach it. Choose your country in the cart and you see what there is to pay.
        </p>
      </Question>
      <Question question="Will I have to pay customs?">
        <p>
          Within the United Kingdom, no.
          {zones.length > 1 &&
            ' Elsewhere duty, import tax or a handling charge may be asked for on arrival; they are set by your country, and they are not part of our prices.'}
        </p>
      </Question>
      <Question question="My tracking has stopped, or says ‘delivered’ and there is nothing.">
        <p>
          Look at the safe place and ask next door first. Then write to <MailLink subject="Delivery" /> with your order
          number: until a parcel is in your hands it is ours to look for, to make again or to refund.
        </p>
      </Question>
      <Question question="Can I collect it, or have it sooner?">
        <p>
          The workroom is not open to callers. If there is a day it has to be with you, write before you order and we
          say honestly whether it can be done.
        </p>
      </Question>
    </>
  )
}
