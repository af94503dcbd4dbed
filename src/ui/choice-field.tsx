import type { ReactNode } from 'react'
import { useEarlyChoice } from './early-choice.ts'

const line = 'flex min-h-11 cursor-pointer items-center gap-x-3'

type ChoiceProps = { name: string; checked: boolean; onChange: () => void; children: ReactNode }

/** A radio button whose whole line is clickable. Those of one `name` belong in a fieldset with a legend. */
export function Choice({ name, checked, onChange, children }: ChoiceProps) {
  return (
    <label className={line}>
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="size-4 shrink-0 accent-mulberry"
      />
      <span>{children}</span>
    </label>
  )
}

type CheckFieldProps = { label: string; name: string; checked: boolean; onChange: (checked: boolean) => void }

/** A checkbox whose label is clickable. */
export function CheckField({ label, name, checked, onChange }: CheckFieldProps) {
  const box = useEarlyChoice<HTMLInputElement>((input) => {
    if (input.checked !== checked) onChange(input.checked)
  })
  return (
    <label className={line}>
      <input
        ref={box}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 cursor-pointer accent-mulberry"
      />
      {label}
    </label>
  )
}
