import type { ComponentProps, ReactNode } from 'react'
import './code-field.css'
import { FieldFrame } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string
}

/** A field for a code of six digits, each above its own short line. Spaces in a pasted code are removed. */
export function CodeField({ label, hint, error, className = '', onChange, ...rest }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(bound) => (
        <input
          {...bound}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          className="code-field mt-2 block"
          onChange={(event) => {
            const figures = event.target.value.replace(/\D/g, '').slice(0, 6)
            if (figures !== event.target.value) event.target.value = figures
            onChange?.(event)
          }}
          {...rest}
        />
      )}
    </FieldFrame>
  )
}
