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
      <Question question="I am between two sizes. Which one?">
        <p>
          The smaller for a closer fit, the larger for one that flows. For a fitted bodice go by the bust, for a
          straight skirt by the hips.
        </p>
      </Question>
      <Question question="Does whoever sews it see my measurements?">
        <p>
          If you wish it. The finder in the <Link to="/size-guide">size guide</Link> keeps what you told it in your own
          browser; on a garment’s page you may send it along with your order, and nobody sees it before that.
        </p>
      </Question>
      <Question question="How long will it be on me?">
        <p>
          Each garment’s page gives its length and how tall the model is; the{' '}
          <Link to="/size-guide#length">table of lengths</Link> tells which length falls to your ankle.
        </p>
      </Question>
      <Question question="Can one see through it?">
        <p>The garment’s page says whether it is lined. If you would want a slip under it, it says that too.</p>
      </Question>
      <Question question="Can it be hemmed for my height?">
        <p>
          Before it is made, yes, at no charge where the garment’s page offers it: answer your confirmation with your
          height. Afterwards, write to <MailLink subject="Alteration" /> first; we tell you what it costs and how long
          it takes.
        </p>
      </Question>
    </>
  )
}
