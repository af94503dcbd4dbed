import { productionTimeLabels } from '#features/settings/production-time.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { formatPence } from '#ui/money.ts'
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
