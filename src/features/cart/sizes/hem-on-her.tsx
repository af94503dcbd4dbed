import { type ReactNode, useId } from 'react'
import { useStoredValue } from '#base/stored-value.ts'
import { defaultHeight, hemmedFor, hemSentence, shortest, tallest } from '#features/catalogue/figure/hem.ts'
import { HemFigure, HemTable } from '#features/catalogue/figure/hem-figure.tsx'
import type { Measures } from '#features/catalogue/measures.ts'
import { heelChoices } from '#features/catalogue/sizes/height-labels.ts'
import { feetAndInches } from '#features/catalogue/sizes/size-chart.ts'
import { usualHeel } from '#features/catalogue/sizes/typed-height.ts'
import { useEarlyChoice } from '#ui/early-choice.ts'
import { SelectField } from '#ui/select-field.tsx'
import { storedHeel, storedHeight } from './stored-size.ts'

/**
 * A garment on a woman of the customer's height, as it is hemmed for her: a drawing, a sentence and a table. Height and
 * shoes are those stored in this browser, which go with an order; the slider and the list change them. `children`: a
 * choice of garment, under the heading.
 */
export function HemOnHer({
  measures,
  name,
  isHemmed,
  children,
}: {
  measures: Measures
  name: string
  isHemmed: boolean
  children?: ReactNode
}) {
  const id = useId()
  const stored = useStoredValue(storedHeight)
  const height = stored ?? defaultHeight
  const usual = usualHeel(measures.heel)
  const heel = useStoredValue(storedHeel) ?? usual
  const isHers = isHemmed && stored !== null
  const slider = useEarlyChoice<HTMLInputElement>(({ valueAsNumber }) => {
    if (valueAsNumber !== height) storedHeight.update(() => valueAsNumber)
  })
  const shoes = useEarlyChoice<HTMLSelectElement>(({ value }) => {
    if (value !== String(usual)) storedHeel.update(() => Number(value))
  })
  const sentence = hemSentence(measures, {
    height,
    heel,
    hem: isHers ? 'hers' : isHemmed ? 'offered' : 'as it is',
  })
  return (
    <section aria-labelledby={`${id}-title`} className="@container">
      <h2 id={`${id}-title`} className={`mb-4 leading-tight ${children ? 'text-title' : 'text-[1.3125rem]'}`}>
        Where the hem falls on you
      </h2>
      {children && <div className="mb-6 max-w-[22rem]">{children}</div>}
      <div className="grid grid-cols-[minmax(0,9fr)_minmax(0,10fr)] @max-[16rem]:grid-cols-1 items-center gap-x-4 sm:gap-x-8">
        <HemFigure
          measures={isHers ? hemmedFor(measures, height, heel) : measures}
          height={height}
          heel={heel}
          label={`A drawing of the ${name} on a woman ${height} cm tall. ${sentence}`}
          className="mx-auto max-h-[30rem] w-full"
        />
        <div className="min-w-0">
          <label htmlFor={id} className="label block text-ink-soft">
            Height
          </label>
          <p aria-hidden="true" className="mt-1 text-[min(var(--text-title),8.5vw)] leading-none tabular-nums">
            {`${height}\u00a0cm`} <span className="text-body text-ink-soft">{feetAndInches(height)}</span>
          </p>
          <input
            ref={slider}
            id={id}
            type="range"
            min={Math.min(shortest, height)}
            max={Math.max(tallest, height)}
            step={1}
            value={height}
            onChange={({ target }) => storedHeight.update(() => Number(target.value))}
            aria-valuetext={`${height} cm, ${feetAndInches(height)}`}
            className="mt-2 block h-11 w-full cursor-pointer accent-mulberry"
          />
          <div className="mt-3">
            <SelectField
              ref={shoes}
              label="Shoes"
              value={String(heel)}
              choices={heelChoices(heel)}
              prompt={null}
              onChange={({ target }) => storedHeel.update(() => Number(target.value))}
            />
          </div>
          <p aria-live="polite" className="mt-3 text-lead leading-snug">
            {sentence}
          </p>
        </div>
      </div>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center text-small">
          <span className="link">The hem at other heights</span>
        </summary>
        <HemTable measures={measures} name={name} isHemmed={isHemmed} />
      </details>
    </section>
  )
}
