import { Rule } from '#ui/rule.tsx'

type Step = { when: string; what: string; words: string }

/**
 * From order to parcel, with the days it takes. orderedToday: the day by which an order of today leaves. isAbroad: the
 * shop sends to other countries too.
 */
export function HomeSteps({
  productionDays,
  orderedToday,
  transit,
  isAbroad,
}: {
  productionDays: number
  orderedToday: string
  transit: string | null
  isAbroad: boolean
}) {
  const steps: Step[] = [
    {
      when: 'The day you order',
      what: 'You choose',
      words:
        'A garment, a range of sizes, and you pay in full. The date by which it leaves us is in your confirmation.',
    },
    {
      when: `Working days 1 to ${productionDays}`,
      what: 'We cut and sew',
      words: 'Your piece is cut, sewn, lined, pressed and looked over. It is nobody else’s at any moment of that.',
    },
    {
      when: `By day ${productionDays}`,
      what: 'It leaves',
      words: `Folded, wrapped and tracked. Ordered today, that is ${orderedToday} at the latest.`,
    },
    {
      when: transit ? `${transit} later` : 'After that',
      what: 'It is yours',
      words: isAbroad
        ? 'In the United Kingdom that is how long the post takes. Elsewhere the cart tells you before you pay.'
        : 'That is how long the post takes. The cart tells you the price before you pay.',
    },
  ]
  return (
    <section
      id="made-to-order"
      aria-labelledby="home-steps"
      className="mt-[clamp(5rem,10vw,9.5rem)] bg-paper-deep py-[clamp(4rem,8vw,7.5rem)]"
    >
      <div className="page">
        <h2 id="home-steps" className="max-w-[14em] text-display leading-[1.04] tracking-[-0.015em]">
          Made to order, <em>and told by the day</em>
        </h2>
        <ol className="mt-10 grid gap-y-9 md:mt-14 lg:grid-cols-4">
          {steps.map(({ when, what, words }) => (
            <li key={what} className="lg:pr-8">
              <Rule className="text-mulberry" />
              <p className="label mt-5 text-mulberry">{when}</p>
              <h3 className="mt-2 text-title leading-tight">{what}</h3>
              <p className="mt-2.5 max-w-[26em] text-ink-soft">{words}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
