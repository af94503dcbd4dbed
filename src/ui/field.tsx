import { type ComponentProps, type ReactNode, useId } from 'react'

type Words = { label: ReactNode; hint?: ReactNode; error?: ReactNode }
type Bound = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** The classes of a text field. */
export const inputLook =
  'wrap-any block min-h-12 w-full border-ink border-b bg-transparent py-2 text-body outline-none placeholder:text-ink-soft ' +
  'focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)] aria-invalid:border-mulberry'

/** A labelled text field with an optional hint and error; the error is announced and bound to the field. */
export function Field({
  label,
  hint,
  error,
  className = '',
  ...rest
}: Omit<ComponentProps<'input'>, 'className'> & Words & { className?: string }) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(bound) => <input {...bound} className={`mt-1 ${inputLook}`} {...rest} />}
    </FieldFrame>
  )
}

/** The field of an e-mail address. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      type="email"
      name="email"
      required
      maxLength={254}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

/** The frame of a field: label, hint and error. `children` gets the attributes that bind them to the field. */
export function FieldFrame({
  label,
  hint,
  error,
  className = '',
  children,
}: Words & { className?: string; children: (bound: Bound) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="label block text-ink-soft">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-small">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
        {error}
      </p>
    </div>
  )
}
