import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame, inputLook } from './field.tsx'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children' | 'className'> & {
  label: string
  choices: readonly { id: string; name: string }[]
  hint?: string | undefined
  error?: string | undefined
}

/** One of several, none of them chosen before she has; its hint and its error are read with it. */
export function SelectField({ label, choices, hint, error, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(bound) => (
        <span className="relative mt-1 block">
          <select {...bound} {...select} className={`${inputLook} cursor-pointer appearance-none rounded-none pr-9`}>
            <option value="" disabled>
              Please choose
            </option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.25}
            className="pointer-events-none absolute top-1/2 right-0 size-5 -translate-y-1/2"
          />
        </span>
      )}
    </FieldFrame>
  )
}
