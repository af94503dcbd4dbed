import { type ComponentProps, type ReactNode, useState } from 'react'
import { FieldFrame, inputLook } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  className?: string
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, className = '', ...rest }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(bound) => (
        <span className="relative mt-1 block">
          <input
            {...bound}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={128}
            className={`${inputLook} pr-20 [&[type=password]]:text-[1.75rem] [&[type=password]]:leading-none`}
            {...rest}
          />
          <button
            type="button"
            aria-controls={bound.id}
            onClick={() => setShown(!shown)}
            className="absolute right-0 bottom-0 inline-flex min-h-12 items-center pl-4 text-ink-soft text-small hover:text-mulberry"
          >
            <span className="link">{shown ? 'Hide' : 'Show'}</span>
            <span className="sr-only"> password</span>
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
