import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function ShopAnswers() {
  return (
    <>
      <Question question="Who makes the garments, and where?">
        <p>
          We do, in {shop.trader.address[1]}. There is more about that under <Link to="/about">About</Link>.
        </p>
      </Question>
      <Question question="What does ‘faith-inspired’ mean here?">
        <p>
          The names and the verses are from the Bible, and the cut follows from it: covered, comfortable, dignified.
          Nobody is asked what she believes.
        </p>
      </Question>
      <Question question="Do you sew for choirs, bridesmaids or shops?">
        <p>
          Gladly, when there is time. Tell us how many and by when: <MailLink subject="Several garments" />.
        </p>
      </Question>
      <Question question="How do I care for it?">
        <p>As its page and the label sewn into it say: the cloths differ too much for one answer.</p>
      </Question>
    </>
  )
}
