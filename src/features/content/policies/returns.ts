import { productionTimeLabels } from '#features/settings/production-time.ts'
import { shop } from '#shop'

const range = (days: string) => days.replace('-', '–')

/** The day these words last changed, and their checksum: `policies.test.tsx` says when one is out of date. */
export const returnsVersion = { day: '2026-11-28', checksum: '95a6aba2' }

/** `productionDays`: the production time of a product, in working days. */
export function returnsText(productionDays: number): string {
  const { claimDays, responseDays, inspectionDays, refundDays, noReturnAfterDays, damageReportHours, cancelDays } =
    shop.policies
  const { time } = productionTimeLabels(productionDays)
  return `
## change-of-mind: You have changed your mind

You don’t need a reason. For garments in our standard sizes, the law gives you ${cancelDays} days from the day after
your parcel arrives to tell us that you are cancelling. You can also cancel before it arrives.

1. Open your order from any of our e-mails and press “Withdraw from this contract”; or [withdraw from a
   contract](/withdraw) with its number and your e-mail; or write to [](mail:I would like to return my order). You get
   a receipt by e-mail.
1. Send the garment back within ${cancelDays} days of telling us, unworn, to the address below. You pay the return
   postage, and we suggest a tracked service.
1. We refund the garment and the standard delivery you paid, to the card or account you paid with, within
   ${cancelDays} days of the garment reaching us or of your proof of posting, whichever comes first. If it has been
   handled more than is needed to try it on, we may make a deduction for its loss in value.

The same goes for fabric samples: send them back uncut, and we refund what you paid for them, postage included.

Items returned after ${noReturnAfterDays} days are not accepted if you have changed your mind.

## before-and-after-cutting: Cancelling before it is sent

Until we start cutting, you can cancel on your order’s page, by e-mail or in your account, and we refund everything,
including delivery. Production takes ${time}, and there is no cancellation once
production begins: from then on the work can’t be stopped, and we’ll send your parcel.

You can still send back a garment in a standard size, as described above. A garment made to your own measurements or
changed to your wishes is different: the law gives no right to cancel it, and we tell you so before you pay. A hem for
your height doesn’t count as a change. If a garment made for you is faulty, everything under the next heading applies
to it too.

## faulty: Something is wrong with it

If a seam opens, you have the wrong size or garment, or anything is not as we described it, we put it right at no cost
to you, postage included.

- Tell us on your order’s page, or write to [](mail:Something is wrong with my order), within ${claimDays} days of
  receiving it, with your order number and photos of the fault and of the whole garment. That way we can help you
  fastest.
- We answer within ${range(responseDays)} business days, and send you a label if we need it back.
- We inspect it within ${range(inspectionDays)} business days of receiving it.
- A refund reaches you within ${range(refundDays)} business days after that, and never later than the 14 days the law
  allows once we have agreed to it.

### Your legal rights

Our ${claimDays} days help us act quickly; they don’t limit your rights. Under the Consumer Rights Act 2015, goods
must be as described, fit for purpose and of satisfactory quality:

- within 30 days of receiving faulty goods you may reject them and get all your money back;
- after that we must repair or replace them; if that does not work, you may keep them at a lower price or reject them;
- a fault that shows within six months counts as having been there, unless we can show otherwise;
- in England and Wales you can claim for up to six years.

## damaged-or-lost: Damaged or lost on the way

The parcel travels at our risk until it is in your hands. Please report shipping damage within ${damageReportHours}
hours of delivery, with photos of the parcel, its label and what is inside: carriers make it hard for us to claim
after that.

If you notice it later, tell us anyway: your rights don’t end after ${damageReportHours} hours. If a parcel doesn’t
arrive, we find it, make it again or refund you.

## where-to: Where to send it

{address}

Please tell us first, so that we know to expect your parcel and whether you’d like another size or a refund.

To exchange, send the first garment back and order the other whenever you like.

## cancellation-form: Cancellation form

You don’t have to use it. If you do, copy it into a letter or an e-mail to [](mail:Cancellation):

> To ${shop.trader.name}, ${shop.trader.address.join(', ')}, ${shop.email}: I hereby give notice that I cancel my
> contract of sale of the following goods: … Ordered on … / received on … Order number … My name … My address … Date …
> Signature (only on paper) …
`
}
