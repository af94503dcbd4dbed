import { CodeField as Code } from '#ui/code-field.tsx'
import { focusNow } from '../page/focus-now.ts'

/** Where a code is typed that shows who she is; field name `code`. It takes the focus. */
export function CodeField({ hint, error }: { hint: string; error: string | undefined }) {
  return <Code label="Six-figure code" name="code" required minLength={6} ref={focusNow} hint={hint} error={error} />
}

/** The code that was typed, as the server wants it. */
export function codeOf(typed: Record<string, string>): string {
  return (typed.code ?? '').replace(/\D/g, '')
}
