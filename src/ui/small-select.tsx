import { SelectLine } from './select-field.tsx'

type SmallSelectProps<Id extends string> = {
  /** The accessible name, since there is no visible label: the field and its row. */
  label: string
  value: Id
  choices: readonly { id: Id; name: string }[]
  onChoose: (id: Id) => void
  className?: string
}

/** A small dropdown for table cells, high enough for touch. In forms use `SelectField`. */
export function SmallSelect<Id extends string>({
  label,
  value,
  choices,
  onChoose,
  className = '',
}: SmallSelectProps<Id>) {
  return (
    <SelectLine
      aria-label={label}
      value={value}
      choices={choices}
      onChange={({ target }) => {
        const chosen = choices.find(({ id }) => id === target.value)
        if (chosen) onChoose(chosen.id)
      }}
      frame={className}
      mark="size-4"
      className="min-h-11 border-edge border-b bg-transparent pr-6 text-body hover:border-mulberry focus:border-mulberry"
    />
  )
}
