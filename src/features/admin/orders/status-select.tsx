import { ChevronDown } from 'lucide-react'

type StatusSelectProps<Id extends string> = {
  /** Said by screen readers: what of which order. */
  label: string
  value: Id
  choices: readonly { id: Id; name: string }[]
  onChoose: (id: Id) => void
  className?: string
}

/** A dropdown as small as a cell of a table and as high as a finger. */
export function StatusSelect<Id extends string>({
  label,
  value,
  choices,
  onChoose,
  className = '',
}: StatusSelectProps<Id>) {
  return (
    <span className={`relative block ${className}`}>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(({ id }) => id === target.value)
          if (chosen) onChoose(chosen.id)
        }}
        className="block min-h-11 w-full cursor-pointer appearance-none rounded-none border-line border-b bg-transparent pr-6 text-small hover:border-mulberry focus:border-mulberry"
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.25}
        className="pointer-events-none absolute top-1/2 right-0 size-4 -translate-y-1/2"
      />
    </span>
  )
}
