import type { CSSProperties } from 'react'
import { type Slots, Still, Words } from '../documents/words.tsx'
import './home-steps.css'

type Mark = { day: number; number: string }
type HomeStepsProps = {
  productionDays: number
  orderedToday: string | null
  transit: string | null
  words: Slots | undefined
}

/**
 * From order to parcel along a tape measure whose marks are days. orderedToday: the dispatch date of an order placed
 * today; null while the shop takes no orders.
 */
export function HomeSteps({ productionDays, orderedToday, transit, words }: HomeStepsProps) {
  const end = [{ day: productionDays + 1, number: '' }]
  const days: { when: string; marks: Mark[]; more?: string | false | null }[] = [
    { when: 'The day you order', marks: [{ day: 0, number: '0' }] },
    { when: `Working days 1 to ${productionDays}`, marks: daysOnTape(productionDays) },
    {
      when: `By day ${productionDays}`,
      marks: end,
      more: orderedToday && ` Order today and it leaves by ${orderedToday}.`,
    },
    { when: transit ? `${transit} later` : 'After that', marks: end },
  ]
  const block = words?.blocks.steps
  const steps = block?.type === 'steps' ? block.entries.slice(0, days.length) : null
  return (
    <section
      id="made-to-order"
      aria-labelledby="home-steps"
      className="overflow-hidden bg-paper-deep py-[clamp(4rem,8vw,7.5rem)]"
    >
      <div className="page">
        <Still
          as="h2"
          id="home-steps"
          className="max-w-[14em] text-display leading-[1.04] tracking-[-0.015em]"
          words={words}
          slot="steps-title"
        />
        <Still
          words={words}
          as="ol"
          className="mt-10 grid gap-y-10 md:mt-14 md:grid-cols-[1fr_1.9fr] lg:grid-cols-[1fr_1.9fr_1fr_1fr]"
        >
          {steps?.map(({ title, spans }, index) => (
            <li key={title} className="min-w-0">
              <Tape marks={days[index]?.marks ?? end} index={index} />
              <div className="md:pr-8">
                <p className="label mt-5 text-mulberry">{days[index]?.when}</p>
                <h3 className="mt-2 text-title leading-tight">{title}</h3>
                <p className="mt-2.5 max-w-[26em] text-ink-soft">
                  <Words spans={spans} />
                  {days[index]?.more}
                </p>
              </div>
            </li>
          ))}
        </Still>
      </div>
    </section>
  )
}

// In one column each section of the tape runs off the page; in pairs every second one does; in one row the last.
const edges = ['md:mr-0', 'lg:mr-0', 'md:mr-0', 'lg:-mr-[50vw]']

/** A section of the tape: a mark for each day, with its number where it fits. */
function Tape({ marks, index }: { marks: Mark[]; index: number }) {
  return (
    <div
      aria-hidden="true"
      style={marks.length > 1 ? ({ '--mark': `${20 / marks.length}%` } as CSSProperties) : undefined}
      className={`tape -mr-(--gutter) ${edges[index]}`}
    >
      {marks.map(({ day, number }) => (
        <span key={day}>{number}</span>
      ))}
    </div>
  )
}

/** '1' to '10'; for a longer time every fifth day has a number. */
function daysOnTape(days: number): Mark[] {
  return Array.from({ length: days }, (_, index) => {
    const day = index + 1
    return { day, number: days <= 12 || day % 5 === 0 ? String(day) : '' }
  })
}
