import { SelectLine } from './select-field.tsx'

type SmallSelectProps<Id extends string> = {
  /** Said by screen readers, as there is no label to be seen: what of which thing. */
  label: string
  value: Id
  choices: readonly { id: Id; name: string }[]
  onChoose: (id: Id) => void
  className?: string
}

/** A dropdown as small as a cell of a table and as high as a finger. For a form there is `SelectField`. */
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
      className="min-h-11 border-edge border-b bg-transparent pr-6 text-small hover:border-mulberry focus:border-mulberry"
    />
  )
}
