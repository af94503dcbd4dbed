import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EarlyScript } from '#ui/early-script.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { Form } from './use-form.ts'

/*
 * On a slow network a form can be submitted before hydration. This inline script marks the form, and `useForm` submits
 * it later. It imports nothing, since the page's own script is not loaded yet. src/app/inline-scripts.ts lists it for
 * the content security policy.
 */
export const rememberPress = import.meta.env.SSR
  ? `(function(f){f.addEventListener('submit',function(){f.dataset.pressed=''},{once:true})})
(document.currentScript.previousElementSibling)`
  : ''

/** The form with its fields in one column. */
export function FormOf({ form, children }: { form: Form; children: ReactNode }) {
  return (
    <>
      <form
        {...form.props}
        className="grid gap-y-6 data-pressed:cursor-progress data-pressed:[&_[type=submit]]:opacity-60"
      >
        {children}
      </form>
      <EarlyScript>{rememberPress}</EarlyScript>
    </>
  )
}

/** The field for the account's e-mail address. */
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

/** The submit button, below the error of the whole form. `busy`: its label while the form is sent. */
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

/** A link on a line of its own, large enough for touch. */
export function FormLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="inline-flex min-h-11 items-center">
      <span className="link">{children}</span>
    </Link>
  )
}

/** A button that looks like a link, for an alternative step. */
export function Instead({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" className="inline-flex min-h-11 items-center text-left" {...rest}>
      <span className="link">{children}</span>
    </button>
  )
}
