import { productionTimeLabels } from '#features/settings/production-time.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import type { TextSection } from '../text-page.tsx'
import { TraderAddress } from '../trader-address.tsx'

const { cancelDays, governingLaw, responseDays } = shop.policies

/** `productionDays`: the production time of a product, in working days. */
export const termsSections = (productionDays: number): TextSection[] => [
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <>
        <p>You buy from:</p>
        <TraderAddress />
        <p>
          E-mail: <MailLink />. We answer within {responseDays.replace('-', '–')} business days.
        </p>
      </>
    ),
  },
  {
    id: 'ordering',
    title: 'Ordering',
    body: (
      <>
        <p>
          What is shown in the shop is an invitation to order. You order by paying on the payment page; the contract is
          made when we confirm your order by e-mail. That message holds everything you need to keep: the garments, the
          sizes, the amounts and the day by which they leave us.
        </p>
        <p>
          If we find that we cannot make what you ordered, or that a price was plainly wrong, we tell you and give back
          all you paid.
        </p>
      </>
    ),
  },
  {
    id: 'making',
    title: 'Made to order',
    body: (
      <>
        <p>
          Every garment is made after you order it. Production time is {productionTime(productionDays)}, counted from
          the day after your order. Days on which our workroom is closed are not counted either. Where a garment needs
          another time, its page says so.
        </p>
        <p>
          A pre-order is counted from the day after its end, which stands on the garment’s page with the hour. Several
          garments in one order travel in one parcel, on the day the last of them is ready. You see that day in your
          cart before you pay.
        </p>
        <p>
          Colours look a little different on every screen, and cloth varies a little from bolt to bolt. Sizes are body
          measurements as in our <Link to="/size-guide">size guide</Link>, not the garment’s own.
        </p>
      </>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and payment',
    body: (
      <>
        <ul>
          <li>All prices are in pounds sterling (GBP), including VAT where applicable.</li>
          <li>
            Delivery is added to them. The cart shows it for your country, with the sum to pay for each service, before
            you go to the payment page.
          </li>
          <li>Payment is taken in full before production begins; for a pre-order too, at the time you order.</li>
          <li>
            Card payments are made through a card payment provider, Stripe, on its own page. Your card number never
            reaches us. Other ways to pay that you may find there are offered by their own providers under their own
            terms.
          </li>
          <li>
            A discount code takes a percentage off the garments, not off delivery. One code to an order; a code may end
            on a day or after a number of uses.
          </li>
        </ul>
        <p>
          A price that changes between your choosing and your paying is shown to you first. You are never charged a sum
          the cart did not show.
        </p>
      </>
    ),
  },
  {
    id: 'delivery',
    title: 'Delivery',
    body: (
      <>
        <p>
          We send to the countries the cart lists, tracked. The time the post takes comes on top of the day a garment
          leaves us, and stands beside each service.
        </p>
        <p>
          Outside the United Kingdom duty, import tax or a handling charge may be asked for when the parcel arrives.
          They are set by the country it goes to, they are not part of our prices, and they are paid by you.
        </p>
        <p>
          If we cannot keep the day we gave you, we tell you at once and you choose: wait, or have your money back.
          Until a parcel is in your hands, its loss or damage is ours to bear.
        </p>
      </>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling and sending back',
    body: (
      <>
        <p>
          There is no cancellation once production begins: the work cannot be stopped from then on. Before that, one
          message ends the order and you get everything back.
        </p>
        <p>
          For garments in our standard size ranges you have, besides, the right by law to cancel within {cancelDays}{' '}
          days from the day after you receive them, without a reason. What is made to your own measurements or changed
          to your wishes is exempt from that right, and we say so before you pay. How it is done, and the form for it,
          are in <Link to="/returns-refunds">Returns &amp; Refunds</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'faults',
    title: 'Faults and our responsibility',
    body: (
      <>
        <p>
          We are under a legal duty to supply goods that are as described, fit for purpose and of satisfactory quality.
          If they are not, <Link to="/returns-refunds#faulty">your rights</Link> are those of the Consumer Rights Act
          2015, in full.
        </p>
        <p>
          We are responsible for loss you suffer that is a foreseeable result of our breaking this contract or of our
          failing to take reasonable care. We do not exclude responsibility for death or injury caused by negligence,
          for fraud, or for anything else the law does not let us exclude. We sell for private use.
        </p>
      </>
    ),
  },
  {
    id: 'the-rest',
    title: 'Law and complaints',
    body: (
      <>
        <p>
          These terms are governed by the law of {governingLaw}. If you live in Scotland, Northern Ireland or another
          country, you keep the protection of the rules there that no contract can take away, and you may go to the
          courts where you live.
        </p>
        <p>
          Please complain to us first, at <MailLink subject="Complaint" />: a person reads it and answers. What we do
          with your data is explained in the <Link to="/privacy-policy">Privacy Policy</Link>.
        </p>
        <p>The terms that were here on the day you ordered are the ones that apply to your order.</p>
      </>
    ),
  },
]

/** '2 weeks (10 working days, without weekends and …)'. */
function productionTime(days: number): string {
  const { time, inDays } = productionTimeLabels(days)
  const counted = 'without weekends and the bank holidays of England and Wales'
  return `${time} (${inDays ? `${inDays}, ${counted}` : counted})`
}
