import { type ComponentProps, useId } from 'react'

/** A labelled text field with room for a hint and an error; the error is announced and bound to the field. */
export function Field({
  label,
  hint,
  error,
  className = '',
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: string; error?: string | undefined }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="label block text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className="mt-1 block min-h-12 w-full border-ink border-b bg-transparent py-2 text-body outline-none placeholder:text-ink-soft focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)] aria-invalid:border-mulberry"
        {...rest}
      />
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
