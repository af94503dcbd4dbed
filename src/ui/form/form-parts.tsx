import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EarlyScript } from '#ui/early-script.tsx'
import { Link } from '#ui/link.tsx'
import type { PlainFormState } from './use-plain-form.ts'

/*
 * On a slow network a form can be submitted before hydration. This inline script marks the form, and `usePlainForm` submits
 * it later. It imports nothing, since the page's own script is not loaded yet. src/app/inline-scripts.ts lists it for
 * the content security policy.
 */
export const rememberPress = import.meta.env.SSR
  ? `(function(f){f.addEventListener('submit',function(){f.dataset.pressed=''},{once:true})})
(document.currentScript.previousElementSibling)`
  : ''

/** The form with its fields in one column. */
export function PlainForm({ form, children }: { form: PlainFormState; children: ReactNode }) {
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

/** The submit button, below the error of the whole form. `busy`: its label while the form is sent. */
export function SubmitButton({ form, busy, children }: { form: PlainFormState; busy: string; children: string }) {
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
export function InlineLink({ to, children }: { to: string; children: ReactNode }) {
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

/** Hidden from view and screen readers: a value means a bot. */
export function Trap() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw]">
      <label>
        Leave this empty
        <input name="trap" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** A button that looks like a link, for an alternative step. */
export function LinkButton({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" className="inline-flex min-h-11 items-center text-left aria-disabled:opacity-60" {...rest}>
      <span className="link">{children}</span>
    </button>
  )
}

/** The e-mail address of an account, drawn as a sewn-in name tape. */
export function UserBadge({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={`wrap-any inline-block max-w-full bg-paper-deep px-5 py-2 font-serif text-ink text-name italic leading-tight [border-inline:1.5px_dashed_var(--color-mulberry)] ${className}`}
    >
      {children}
    </span>
  )
}

/** Why the page refused something, above its form; empty for nothing. */
export function FormAlert({ children }: { children: string }) {
  return (
    <p role="alert" className="mb-6 border-mulberry border-l-2 pl-4 text-mulberry empty:hidden">
      {children}
    </p>
  )
}
