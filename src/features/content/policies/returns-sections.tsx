import { productionTimeLabels } from '#features/settings/production-time.ts'
import { shop } from '#shop'
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
          You need no reason. For garments in our standard size ranges the law gives you {cancelDays} days from the day
          after your parcel arrives to tell us that you cancel, and you may cancel before it arrives as well.
        </p>
        <ol>
          <li>
            Write to <MailLink subject="I would like to return my order" /> with your order number. A sentence is
            enough; the form below is there if you like forms.
          </li>
          <li>
            Send the garment back within {cancelDays} days of telling us, unworn, to the address below. You pay the
            return postage, and we suggest a tracked service.
          </li>
          <li>
            We refund the garment and the standard delivery you paid, to the card or account you paid with, within{' '}
            {cancelDays} days of the garment reaching us or of your proof of posting, whichever is first. If it has been
            handled more than is needed to try it on, we may deduct for the loss in value.
          </li>
        </ol>
        <p>Items returned after {noReturnAfterDays} days are not accepted when the reason is a change of mind.</p>
      </>
    ),
  },
  {
    id: 'before-and-after-cutting',
    title: 'Cancelling before it is sent',
    body: (
      <>
        <p>
          Until your cloth is cut you can cancel with one letter, or in your account, and get everything back, delivery
          included. Production takes {productionTimeLabels(productionDays).time}, and there is no cancellation once
          production begins: from then on the work cannot be stopped, and your parcel will come.
        </p>
        <p>
          For a garment in a standard size range your right to send it back, above, remains as it is. A garment made to
          your own measurements, or changed to your wishes, is different: the law leaves out the right to cancel for it,
          and we say so before you pay. A hem turned up for your height because the garment’s page offers it does not
          count as such a change. If it is faulty, everything under the next heading holds for it too.
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
          A seam that opens, the wrong size or garment, anything that is not as we described it: that is ours to put
          right, and it costs you nothing, postage included.
        </p>
        <ul>
          <li>
            Write to <MailLink subject="Something is wrong with my order" /> within {claimDays} days of receiving it,
            with your order number and photos of the fault and of the whole garment. That is how we can help you
            fastest.
          </li>
          <li>We answer within {range(responseDays)} business days and send you a label where it has to come back.</li>
          <li>We look at it within {range(inspectionDays)} business days of its arrival here.</li>
          <li>
            A refund reaches you within {range(refundDays)} business days after that, and never later than the 14 days
            the law allows us once we have agreed it is due.
          </li>
        </ul>
        <h3>What the law gives you, whatever the day</h3>
        <p>
          Our {claimDays} days are about speed; they are no limit on your rights. Under the Consumer Rights Act 2015
          goods must be as described, fit for purpose and of satisfactory quality:
        </p>
        <ul>
          <li>within 30 days of receiving faulty goods you may reject them and have all your money back;</li>
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
          {damageReportHours} hours of delivery, with photos of the parcel, its label and what is inside: that is as
          long as carriers make it easy for us to hold them to it.
        </p>
        <p>
          If you notice it later, tell us all the same; your rights against us do not end with those {damageReportHours}{' '}
          hours. A parcel that does not come is ours to find, to make again or to refund.
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
          Please write first, so that we expect your parcel and know what you would like: another size, or your money.
        </p>
        <p>We have no separate exchange desk: send the one back, and order the other as soon as you like.</p>
      </>
    ),
  },
  {
    id: 'cancellation-form',
    title: 'A form for cancelling',
    body: (
      <>
        <p>
          You need not use it. Copy it into a letter or an e-mail to <MailLink subject="Cancellation" />:
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
