import { formatPence } from '#base/money.ts'
import { notToNorthernIreland } from '#features/settings/delivery.ts'
import { productionTimeLabels } from '#features/settings/production-time.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import type { ZoneWords } from '../delivery-zones.ts'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function OrderingAnswers() {
  const { productionDays, samplesPence } = useShopTerms()
  const { time, inDays } = productionTimeLabels(productionDays)
  return (
    <>
      <Question question="When will you send my order?">
        <p>
          Making takes {inDays ? `${time} (${inDays})` : time} from the day after your order, not counting days when the
          workroom is closed. You’ll find the exact date on the garment’s page, in your cart and in your confirmation.
        </p>
      </Question>
      {samplesPence !== null && (
        <Question question="Can I feel the cloth before I order?">
          <p>
            Yes. Choose up to {shop.samples.most} fabrics on <Link to="/samples">Fabric Samples</Link> and we’ll post a
            piece of each. A set {samplesPence > 0 ? `costs ${formatPence(samplesPence)}` : 'is free'}, and on its own
            it travels as a letter with postage included. We cut it from the cloth we sew with.
          </p>
        </Question>
      )}
      <Question question="What is a pre-order, and when does it end?">
        <p>
          It is a new design you can order before we cut the first one. Its page gives the day and hour it closes, and
          we don’t extend it. We start making the day after, and it takes the usual time. Its page also says what you
          gain by ordering early, if anything: a lower price, a numbered piece or a place at the front of the queue.
          Once the pre-order ends, the garment is made to order like the rest.
        </p>
      </Question>
      <Question question="What if a pre-order is full, or a garment is not available?">
        <p>
          Its page says so and has a waiting list. Leave your e-mail there and we’ll let you know when you can order it
          again; those who joined first hear first. You don’t have to buy.
        </p>
      </Question>
      <Question question="When am I charged?">
        <p>When you order, in full, before production begins. That goes for pre-orders too.</p>
      </Question>
      <Question question="Can I change my size or address, or cancel?">
        <p>
          Yes, until we start cutting, so the sooner the better. Every e-mail about your order links to its page (
          <Link to="/find-order">lost the link?</Link>), where you can change the size, your height, the address or a
          gift note, or cancel. There is no cancellation once production begins, but you can still send a standard size
          back; see <Link to="/returns-refunds">Returns &amp; Refunds</Link>.
        </p>
      </Question>
      <Question question="Can I order several garments at once?">
        <p>Yes. They travel in one parcel, when the last of them is ready. Your cart shows the date.</p>
      </Question>
      <Question question="Do you make other sizes, lengths or colours?">
        <p>
          Sometimes. Ask us before you order, and send your measurements. You can’t send back a garment made to your own
          wishes just because you change your mind, and we’ll remind you of that before you pay.
        </p>
      </Question>
    </>
  )
}

export function SizeAnswers() {
  return (
    <>
      <Question question="How do I measure myself?">
        <p>
          With a soft tape, in two minutes: the <Link to="/size-guide#measuring">size guide</Link> shows where.
        </p>
      </Question>
      <Question question="I’m between two sizes. Which one?">
        <p>
          The smaller for a closer fit, the larger for one that flows. For a fitted bodice go by the bust, for a
          straight skirt by the hips.
        </p>
      </Question>
      <Question question="Do you see my measurements?">
        <p>
          Only if you send them. The size finder in the <Link to="/size-guide">size guide</Link> keeps them in your own
          browser; on a garment’s page you can choose to send them with your order.
        </p>
      </Question>
      <Question question="How long will it be on me?">
        <p>
          Each garment’s page gives its length and where the hem ends at your height. The{' '}
          <Link to="/size-guide#length">table of lengths</Link> tells you which length reaches your ankle.
        </p>
      </Question>
      <Question question="Is it see-through?">
        <p>The garment’s page says whether it is lined, and whether you’ll want a slip under it.</p>
      </Question>
      <Question question="Can it be hemmed for my height?">
        <p>
          Yes, free: enter your height beside the size when you order. After it’s made we charge for hemming; write to{' '}
          <MailLink subject="Alteration" /> and we’ll tell you the price and how long it takes.
        </p>
      </Question>
    </>
  )
}

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

/** Delivery prices and times, zone by zone. */
function ZoneTable({ zones }: { zones: readonly ZoneWords[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Delivery by zone</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2 pr-3 font-medium">
            To
          </th>
          <th scope="col" className="px-2 py-2 font-medium">
            Price
          </th>
          <th scope="col" className="py-2 pl-2 font-medium">
            After dispatch
          </th>
        </tr>
      </thead>
      <tbody>
        {zones.flatMap((zone) =>
          zone.services.map((service) => (
            <tr key={service.id} className="border-line border-b align-baseline">
              <th scope="row" className="py-2.5 pr-3 font-normal leading-tight">
                {zone.name}
                <span className="block text-ink-soft text-small">{service.label}</span>
              </th>
              <td className="px-2 py-2.5 tabular-nums leading-tight">{service.price}</td>
              <td className="py-2.5 pl-2 leading-tight">{service.transit}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
