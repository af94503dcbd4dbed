import { productionTimeLabels } from '#features/settings/production-time.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import type { TextSection } from '../text-page.tsx'
import { TraderAddress } from '../trader-address.tsx'

const { claimDays, responseDays, inspectionDays, refundDays, noReturnAfterDays, damageReportHours, cancelDays } =
  shop.policies
const range = (days: string) => days.replace('-', '–')

/** `productionDays`: the production time of a product, in working days. */
export const returnsSections = (productionDays: number): TextSection[] => [
  {
    id: 'change-of-mind',
    title: 'You have changed your mind',
    body: (
      <>
        <p>
          You don’t need a reason. For garments in our standard sizes, the law gives you {cancelDays} days from the day
          after your parcel arrives to tell us that you are cancelling. You can also cancel before it arrives.
        </p>
        <ol>
          <li>
            Open your order from any of our e-mails and press “Withdraw from this contract”; or{' '}
            <Link to="/withdraw">withdraw from a contract</Link> with its number and your e-mail; or write to{' '}
            <MailLink subject="I would like to return my order" />. You get a receipt by e-mail.
          </li>
          <li>
            Send the garment back within {cancelDays} days of telling us, unworn, to the address below. You pay the
            return postage, and we suggest a tracked service.
          </li>
          <li>
            We refund the garment and the standard delivery you paid, to the card or account you paid with, within{' '}
            {cancelDays} days of the garment reaching us or of your proof of posting, whichever comes first. If it has
            been handled more than is needed to try it on, we may make a deduction for its loss in value.
          </li>
        </ol>
        <p>
          The same goes for fabric samples: send them back uncut, and we refund what you paid for them, postage
          included.
        </p>
        <p>Items returned after {noReturnAfterDays} days are not accepted if you have changed your mind.</p>
      </>
    ),
  },
  {
    id: 'before-and-after-cutting',
    title: 'Cancelling before it is sent',
    body: (
      <>
        <p>
          Until we start cutting, you can cancel on your order’s page, by e-mail or in your account, and we refund
          everything, including delivery. Production takes {productionTimeLabels(productionDays).time}, and there is no
          cancellation once production begins: from then on the work can’t be stopped, and we’ll send your parcel.
        </p>
        <p>
          You can still send back a garment in a standard size, as described above. A garment made to your own
          measurements or changed to your wishes is different: the law gives no right to cancel it, and we tell you so
          before you pay. A hem for your height doesn’t count as a change. If a garment made for you is faulty,
          everything under the next heading applies to it too.
        </p>
      </>
    ),
  },
  {
    id: 'faulty',
    title: 'Something is wrong with it',
    body: (
      <>
        <p>
          If a seam opens, you have the wrong size or garment, or anything is not as we described it, we put it right at
          no cost to you, postage included.
        </p>
        <ul>
          <li>
            Tell us on your order’s page, or write to <MailLink subject="Something is wrong with my order" />, within{' '}
            {claimDays} days of receiving it, with your order number and photos of the fault and of the whole garment.
            That way we can help you fastest.
          </li>
          <li>We answer within {range(responseDays)} business days, and send you a label if we need it back.</li>
          <li>We inspect it within {range(inspectionDays)} business days of receiving it.</li>
          <li>
            A refund reaches you within {range(refundDays)} business days after that, and never later than the 14 days
            the law allows once we have agreed to it.
          </li>
        </ul>
        <h3>Your legal rights</h3>
        <p>
          Our {claimDays} days help us act quickly; they don’t limit your rights. Under the Consumer Rights Act 2015,
          goods must be as described, fit for purpose and of satisfactory quality:
        </p>
        <ul>
          <li>within 30 days of receiving faulty goods you may reject them and get all your money back;</li>
          <li>
            after that we must repair or replace them; if that does not work, you may keep them at a lower price or
            reject them;
          </li>
          <li>a fault that shows within six months counts as having been there, unless we can show otherwise;</li>
          <li>in England and Wales you can claim for up to six years.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'damaged-or-lost',
    title: 'Damaged or lost on the way',
    body: (
      <>
        <p>
          The parcel travels at our risk until it is in your hands. Please report shipping damage within{' '}
          {damageReportHours} hours of delivery, with photos of the parcel, its label and what is inside: carriers make
          it hard for us to claim after that.
        </p>
        <p>
          If you notice it later, tell us anyway: your rights don’t end after {damageReportHours} hours. If a parcel
          doesn’t arrive, we find it, make it again or refund you.
        </p>
      </>
    ),
  },
  {
    id: 'where-to',
    title: 'Where to send it',
    body: (
      <>
        <TraderAddress />
        <p>
          Please tell us first, so that we know to expect your parcel and whether you’d like another size or a refund.
        </p>
        <p>To exchange, send the first garment back and order the other whenever you like.</p>
      </>
    ),
  },
  {
    id: 'cancellation-form',
    title: 'Cancellation form',
    body: (
      <>
        <p>
          You don’t have to use it. If you do, copy it into a letter or an e-mail to <MailLink subject="Cancellation" />
          :
        </p>
        <blockquote className="border-mulberry border-l-2 pl-5 font-serif leading-relaxed">
          To {shop.trader.name}, {shop.trader.address.join(', ')}, {shop.email}: I hereby give notice that I cancel my
          contract of sale of the following goods: … Ordered on … / received on … Order number … My name … My address …
          Date … Signature (only on paper) …
        </blockquote>
      </>
    ),
  },
]
