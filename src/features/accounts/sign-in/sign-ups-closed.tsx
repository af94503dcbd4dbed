import { InlineLink } from '#ui/form/form-parts.tsx'

/** Replaces the sign-up form while the shop takes no new accounts (`AUTH_SIGNUPS=false`). */
export function SignUpsClosed() {
  return (
    <>
      <p className="font-serif text-title leading-[1.2]">We’re not taking new accounts just now.</p>
      <p className="mt-4 text-ink-soft">
        You don’t need one to order: choose a garment and check out with your e-mail address. If you have a question
        about an order, please <InlineLink to="/contact">write to us</InlineLink>.
      </p>
    </>
  )
}
