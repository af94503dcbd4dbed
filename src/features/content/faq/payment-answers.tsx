import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function PaymentAnswers() {
  return (
    <>
      <Question question="How can I pay?">
        <p>
          By card, on the page of Stripe, our payment provider, which may also show other ways to pay that your device
          or your country allows.
        </p>
      </Question>
      <Question question="And Klarna?">
        <p>
          For some orders Stripe offers it; for one that leaves us more than three weeks from now it is not. Whether you
          may use it, and on what terms, Klarna decides, and your agreement is with them. If you send something back, we
          refund it to Klarna, who put your plan right.
        </p>
      </Question>
      <Question question="Is it safe?">
        <p>Your card number goes to Stripe and never reaches us or our server.</p>
      </Question>
      <Question question="My discount code does not work.">
        <p>
          A code may have ended, may have been used as often as it could be, or may ask for a larger order. It takes one
          code at a time, typed in the cart. If it still should work, send it to <MailLink subject="Discount code" />.
        </p>
      </Question>
      <Question question="Why do I see two charges?">
        <p>
          Most often one is a payment that was begun and not finished: the bank sets the sum aside and lets it go again
          within some days. Send us your order number and we look at once.
        </p>
      </Question>
    </>
  )
}
