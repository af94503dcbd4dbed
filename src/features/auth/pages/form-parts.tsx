import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { Form } from './use-form.ts'

/** The fields of a form, one under the other. */
export function FormOf({ form, children }: { form: Form; children: ReactNode }) {
  return (
    <form {...form.props} className="grid gap-y-6">
      {children}
    </form>
  )
}

/** The address somebody signs in with. */
export function EmailField({ form, defaultValue }: { form: Form; defaultValue?: string }) {
  return (
    <Field
      label="E-mail"
      type="email"
      name="email"
      required
      maxLength={254}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={form.errors.email}
      {...(defaultValue ? { defaultValue } : {})}
    />
  )
}

/** A form's button, and over it what is wrong with the form as a whole. `busy`: what it says meanwhile. */
export function Send({ form, busy, children }: { form: Form; busy: string; children: string }) {
  return (
    <div>
      <p role="alert" className="mb-4 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
        {form.errors.form}
      </p>
      <Button type="submit" aria-disabled={form.busy} className="w-full sm:w-auto sm:min-w-56">
        {form.busy ? busy : children}
      </Button>
    </div>
  )
}

/** A link within a sentence. */
export function InText({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="link">
      {children}
    </Link>
  )
}

/** A link in a line of its own, large enough for a thumb. */
export function WayOn({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="inline-flex min-h-11 items-center">
      <span className="link">{children}</span>
    </Link>
  )
}

/** Something one may do instead, as a link that leads nowhere. */
export function Instead({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" className="inline-flex min-h-11 items-center text-left" {...rest}>
      <span className="link">{children}</span>
    </button>
  )
}
