import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { Form } from './use-form.ts'

/*
 * On a slow network the form can be filled seconds before its code has come. These lines remember that it was sent
 * meanwhile, and `useForm` sends it then. They stand alone: the page's own script has not been loaded yet.
 * src/app/inline-scripts.ts lists them, or no page would run them.
 */
export const rememberPress = `(function(f){f.addEventListener('submit',function(){f.dataset.pressed=''},{once:true})})
(document.currentScript.previousElementSibling)`

/** The fields of a form, one under the other. */
export function FormOf({ form, children }: { form: Form; children: ReactNode }) {
  return (
    <>
      <form
        {...form.props}
        className="grid gap-y-6 data-pressed:cursor-progress data-pressed:[&_[type=submit]]:opacity-60"
      >
        {children}
      </form>
      <script>{rememberPress}</script>
    </>
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
