import { useId, useState } from 'react'
import { chosenIn, useEarlyChoice } from '#ui/early-choice.ts'
import { Star } from '../stars.tsx'

const meanings = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** One to five stars: radio buttons, drawn as stars, with the meaning of the choice beside them. */
export function StarsField({ initial, error }: { initial: number | null; error: string | undefined }) {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const group = useEarlyChoice<HTMLFieldSetElement>((fieldset) => {
    const early = chosenIn(fieldset)
    if (early) setChosen(Number(early))
  })
  return (
    <fieldset ref={group} aria-describedby={`${id}-error`}>
      <legend className="label text-ink-soft">Stars</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-4">
        <div className="flex">
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              className="flex size-11 cursor-pointer items-center justify-center text-[1.5rem] text-mulberry has-focus-visible:outline-2 has-focus-visible:outline-mulberry"
            >
              <input
                type="radio"
                name="stars"
                value={stars}
                checked={chosen === stars}
                onChange={() => setChosen(stars)}
                aria-invalid={error ? true : undefined}
                className="sr-only"
              />
              <Star isFilled={stars <= (chosen ?? 0)} />
              <span className="sr-only">{`${stars} of 5, ${meanings[stars - 1]?.toLowerCase()}`}</span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-ink-soft">
          {chosen === null ? 'Choose one to five' : meanings[chosen - 1]}
        </span>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
