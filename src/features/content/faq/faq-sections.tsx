import type { ReactNode } from 'react'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import type { describeZones } from '../delivery-zones.ts'
import { MailLink } from '../mail-link.tsx'
import { DeliveryAnswers, OrderingAnswers, SizeAnswers } from './answers-before-ordering.tsx'
import { Question } from './question.tsx'

export type Zones = ReturnType<typeof describeZones>

/** The sections of the FAQ in order; `id`: their anchors. */
export const faqSections: readonly { id: string; title: string; answers: (zones: Zones) => ReactNode }[] = [
  { id: 'ordering', title: 'Ordering', answers: () => <OrderingAnswers /> },
  { id: 'sizing', title: 'Sizing', answers: () => <SizeAnswers /> },
  { id: 'delivery', title: 'Delivery', answers: (zones) => <DeliveryAnswers zones={zones} /> },
  { id: 'payment', title: 'Payment', answers: () => <PaymentAnswers /> },
  { id: 'returns', title: 'Returns', answers: () => <ReturnAnswers /> },
  { id: 'account', title: 'Account and privacy', answers: () => <AccountAnswers /> },
  { id: 'the-shop', title: 'The shop', answers: () => <ShopAnswers /> },
]

function PaymentAnswers() {
  return (
    <>
      <Question question="How can I pay?">
        <p>
          By card, on a page run by {providerInTexts}, our payment provider. It may also show other ways to pay that
          work on your device or in your country.
        </p>
      </Question>
      <Question question="Can I pay with Klarna?">
        <p>
          For some orders, yes, but not for one that we’ll dispatch more than three weeks from now; your cart tells you
          which. Klarna decides whether you can use it and on what terms, and your agreement is with them. If you send
          something back, we refund Klarna, who then adjust your plan.
        </p>
      </Question>
      <Question question="Is it safe to pay here?">
        <p>Yes. Your card number goes straight to {providerInTexts} and never reaches us or our server.</p>
      </Question>
      <Question question="Why doesn’t my discount code work?">
        <p>
          It may have ended, been used up or need a larger order. You can use one code per order; enter it in the cart.
          If you think it should still work, send it to <MailLink subject="Discount code" />.
        </p>
      </Question>
      <Question question="Why do I see two charges?">
        <p>
          One is usually a payment you started but didn’t finish: the bank holds the money and releases it within a few
          days. Send us your order number and we’ll look straight away.
        </p>
      </Question>
    </>
  )
}

function ReturnAnswers() {
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

function AccountAnswers() {
  return (
    <>
      <Question question="Do I need an account?">
        <p>No. All we need is an e-mail address and somewhere to send your order.</p>
      </Question>
      <Question question="How do I stop your e-mails?">
        <p>Use the link at the foot of any of them. You’ll still get e-mails about your own orders.</p>
      </Question>
      <Question question="How do I complain about how you use my data?">
        <p>
          Write to <MailLink subject="Data protection" />. We’ll acknowledge it within 30 days. What we keep and why is
          explained in the <Link to="/privacy-policy">Privacy Policy</Link>.
        </p>
      </Question>
    </>
  )
}

function ShopAnswers() {
  return (
    <>
      <Question question="Who makes the garments, and where?">
        <p>
          We do, in {shop.trader.address[1]}. You can read more under <Link to="/about">About</Link>.
        </p>
      </Question>
      <Question question="What does ‘faith-inspired’ mean here?">
        <p>
          Our garments are named after women of the Bible, and cut to be covered, comfortable and dignified. You don’t
          have to share our faith.
        </p>
      </Question>
      <Question question="Do you sew for choirs, bridesmaids or shops?">
        <p>
          Gladly, when we have time. Tell us how many and by when: <MailLink subject="Several garments" />.
        </p>
      </Question>
      <Question question="How do I care for it?">
        <p>Follow the care notes on its page or the label sewn inside: every fabric is different.</p>
      </Question>
    </>
  )
}
