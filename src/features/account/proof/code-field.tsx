import { Field } from '#ui/field.tsx'
import { focusNow } from '../page/focus-now.ts'

/** Where the six figures of a code are typed. Field name `code`; spaces are taken out by `codeOf`. */
export function CodeField({ hint, error }: { hint?: string; error?: string | undefined }) {
  return (
    <Field
      label="Six-figure code"
      name="code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*[0-9]{3}\s*[0-9]{3}\s*"
      title="Six figures"
      maxLength={9}
      ref={focusNow}
      {...(hint ? { hint } : {})}
      error={error}
    />
  )
}

/** The code that was typed, as the server wants it. */
export function codeOf(typed: Record<string, string>): string {
  return (typed.code ?? '').replace(/\s/g, '')
}
