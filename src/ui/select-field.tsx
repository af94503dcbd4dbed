import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame, inputLook } from './field.tsx'

type Choices = readonly { id: string; name: string }[]

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children' | 'className'> & {
  label: string
  choices: Choices
  hint?: string | undefined
  error?: string | undefined
  /** The text while nothing is chosen, which cannot be chosen again; null where a choice with an empty id says so. */
  prompt?: string | null
}

/** A dropdown; its hint and error are bound to it. */
export function SelectField({ label, choices, hint, error, prompt = 'Please choose', ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(bound) => (
        <SelectLine
          {...bound}
          {...select}
          choices={choices}
          {...(prompt !== null && { prompt })}
          frame="mt-1"
          mark="size-5"
          className={`${inputLook} pr-9`}
        />
      )}
    </FieldFrame>
  )
}

/** The style of every dropdown. `frame` and `mark`: classes of the wrapper and of the arrow. */
export function SelectLine({
  choices,
  prompt,
  frame,
  mark,
  className = '',
  ...select
}: ComponentProps<'select'> & { choices: Choices; prompt?: string; frame: string; mark: string }) {
  return (
    <span className={`relative block ${frame}`}>
      <select {...select} className={`block w-full cursor-pointer appearance-none rounded-none ${className}`}>
        {prompt && (
          <option value="" disabled>
            {prompt}
          </option>
        )}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.25}
        className={`pointer-events-none absolute top-1/2 right-0 -translate-y-1/2 ${mark}`}
      />
    </span>
  )
}
