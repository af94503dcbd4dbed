import type { ReactNode } from 'react'

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
  return (
    <label className={line}>
      <input
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
