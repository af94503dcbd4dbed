import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function PaymentAnswers() {
  return (
    <>
      <Question question="How can I pay?">
        <p>
          By card, on a page run by Stripe, our payment provider. It may also show other ways to pay that work on your
          device or in your country.
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
        <p>Yes. Your card number goes straight to Stripe and never reaches us or our server.</p>
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
