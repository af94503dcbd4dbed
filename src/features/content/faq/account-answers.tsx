import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function AccountAnswers() {
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
