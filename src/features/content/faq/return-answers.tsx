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
          A standard size, yes: tell us within {cancelDays} days of receiving it and send it back within {cancelDays}{' '}
          more, unworn. You pay the return postage. The details are in{' '}
          <Link to="/returns-refunds">Returns &amp; Refunds</Link>.
        </p>
      </Question>
      <Question question="It is faulty, or not what I ordered.">
        <p>
          Write to <MailLink subject="Something is wrong with my order" /> within {claimDays} days with your order
          number and photos attached. You’ll have an answer within {responseDays.replace('-', '–')} business days, and
          pay nothing. Your rights by law last longer than our {claimDays} days;{' '}
          <Link to="/returns-refunds#faulty">they are set out here</Link>.
        </p>
      </Question>
      <Question question="How do I send you photos?">
        <p>
          As attachments: write by e-mail, or use the <Link to="/contact">contact form</Link> and answer the receipt
          that comes back. Two are enough, one close to the fault and one of the whole garment. For a damaged parcel,
          add the box and its label, within {damageReportHours} hours if you can.
        </p>
      </Question>
      <Question question="When do I have my money back?">
        <p>
          Within {refundDays.replace('-', '–')} business days of our looking at what you sent, and never later than the
          law allows, to the card or account you paid with.
        </p>
      </Question>
    </>
  )
}
