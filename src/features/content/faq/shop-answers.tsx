import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function ShopAnswers() {
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
