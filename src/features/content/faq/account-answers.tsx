import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function AccountAnswers() {
  return (
    <>
      <Question question="Do I need an account?">
        <p>No. You can order with nothing but an address to send it to and one to write to.</p>
      </Question>
      <Question question="How do I stop your e-mails?">
        <p>With the link at the foot of each. You’ll still get those about your own orders, since you need them.</p>
      </Question>
      <Question question="How do I complain about the use of my data?">
        <p>
          Write to <MailLink subject="Data protection" />. It is acknowledged within 30 days at the latest. What we keep
          and why is explained in the <Link to="/privacy-policy">Privacy Policy</Link>.
        </p>
      </Question>
    </>
  )
}
