import { useId } from 'react'
import { chosenIn, useEarlyChoice } from '#ui/early-choice.ts'

/** A choice of a few options as radio buttons in a row. */
export function Choice<Key extends string>({
  legend,
  options,
  chosen,
  onChoose,
}: {
  legend: string
  options: Record<Key, string>
  chosen: Key
  onChoose: (key: Key) => void
}) {
  const name = useId()
  const keys = Object.keys(options) as Key[]
  const group = useEarlyChoice<HTMLFieldSetElement>((fieldset) => {
    const early = keys.find((key) => key === chosenIn(fieldset))
    if (early && early !== chosen) onChoose(early)
  })
  return (
    <fieldset ref={group}>
      <legend className="label text-ink-soft">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-7">
        {keys.map((key) => (
          <label key={key} className="inline-flex min-h-11 cursor-pointer items-center gap-x-2.5">
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === chosen}
              onChange={() => onChoose(key)}
              className="size-4 accent-mulberry"
            />
            {options[key]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
