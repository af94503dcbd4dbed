import { productionTimeLabels } from '#features/settings/production-time.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function OrderingAnswers() {
  const { time, inDays } = productionTimeLabels(useShopTerms().productionDays)
  return (
    <>
      <Question question="When will my order be sent?">
        <p>
          Making takes {inDays ? `${time}: ${inDays}` : time} from the day after your order, not counting days on which
          the workroom is closed. The exact day stands on the garment’s page, in your cart and in your confirmation.
        </p>
      </Question>
      <Question question="What is a pre-order, and when does it end?">
        <p>
          A new design can be ordered for some days before the first one is cut. The day and hour at which that ends
          stand on its page; they are real and do not move. From the day after, making takes its usual time. When it is
          over the garment is an ordinary one, made to order like the rest.
        </p>
      </Question>
      <Question question="What if a pre-order is full, or a garment is not made just now?">
        <p>
          Its page says so and has a waiting list. Leave your e-mail there, and we write when it can be ordered again,
          those who asked first before the others. Being on the list binds you to nothing.
        </p>
      </Question>
      <Question question="When am I charged?">
        <p>At once and in full, before production begins, for a pre-order as well.</p>
      </Question>
      <Question question="Can I change my size or address, or cancel?">
        <p>
          Until your cloth is cut, yes, the sooner the better: write to <MailLink subject="Change my order" /> with your
          order number, or cancel in <Link to="/account">your account</Link>. There is no cancellation once production
          begins, but your right to send a standard size back is untouched; see{' '}
          <Link to="/returns-refunds">Returns &amp; Refunds</Link>.
        </p>
      </Question>
      <Question question="May I order different garments together?">
        <p>Yes. They travel in one parcel, on the day the last of them is ready. Your cart shows that day.</p>
      </Question>
      <Question question="Do you make other sizes, lengths or colours?">
        <p>
          Sometimes. Ask us before you order, with your measurements. What is made to your own wishes cannot be sent
          back for a change of mind, and we tell you so before you pay.
        </p>
      </Question>
    </>
  )
}
