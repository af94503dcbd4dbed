import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import { Question } from './question.tsx'

export function SizeAnswers() {
  return (
    <>
      <Question question="How do I measure myself?">
        <p>
          With a soft tape, in two minutes: the <Link to="/size-guide#measuring">size guide</Link> shows where.
        </p>
      </Question>
      <Question question="I’m between two sizes. Which one?">
        <p>
          The smaller for a closer fit, the larger for one that flows. For a fitted bodice go by the bust, for a
          straight skirt by the hips.
        </p>
      </Question>
      <Question question="Do you see my measurements?">
        <p>
          Only if you send them. The size finder in the <Link to="/size-guide">size guide</Link> keeps them in your own
          browser; on a garment’s page you can choose to send them with your order.
        </p>
      </Question>
      <Question question="How long will it be on me?">
        <p>
          Each garment’s page gives its length and where the hem ends at your height. The{' '}
          <Link to="/size-guide#length">table of lengths</Link> tells you which length reaches your ankle.
        </p>
      </Question>
      <Question question="Is it see-through?">
        <p>The garment’s page says whether it is lined, and whether you’ll want a slip under it.</p>
      </Question>
      <Question question="Can it be hemmed for my height?">
        <p>
          Yes, free: enter your height beside the size when you order. After it’s made we charge for hemming; write to{' '}
          <MailLink subject="Alteration" /> and we’ll tell you the price and how long it takes.
        </p>
      </Question>
    </>
  )
}
