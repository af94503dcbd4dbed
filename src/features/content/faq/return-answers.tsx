import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function ReturnAnswers() {
  const { cancelDays, claimDays, damageReportHours, refundDays, responseDays } = shop.policies
  return (
    <>
      <Question question="Can I send it back if I change my mind?">
        <p>
          Yes, if it is a standard size: tell us within {cancelDays} days of receiving it, on your order’s page, and
          send it back within {cancelDays} more, unworn. You pay the return postage. The details are in{' '}
          <Link to="/returns-refunds">Returns &amp; Refunds</Link>.
        </p>
      </Question>
      <Question question="What if it’s faulty, or not what I ordered?">
        <p>
          Tell us within {claimDays} days, with photos: on your order’s page, or by e-mail to{' '}
          <MailLink subject="Something is wrong with my order" />. You’ll have an answer within{' '}
          {responseDays.replace('-', '–')} business days, and it costs you nothing. Your legal rights last longer than
          our {claimDays} days; <Link to="/returns-refunds#faulty">they are set out here</Link>.
        </p>
      </Question>
      <Question question="How do I send photos?">
        <p>
          On your order’s page, which every e-mail about it links to (<Link to="/find-order">lost the link?</Link>), or
          attached to an e-mail. Two are enough: a close-up of the fault and one of the whole garment. If the parcel was
          damaged, photograph the box and its label too, and send them within {damageReportHours} hours if you can.
        </p>
      </Question>
      <Question question="When will I get my refund?">
        <p>
          Within {refundDays.replace('-', '–')} business days of our checking your return, and never later than the law
          allows, to the card or account you paid with.
        </p>
      </Question>
    </>
  )
}
