import { useRef, useState } from 'react'
import type { SignInSettings } from '#features/accounts/account-rules.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { sendForm } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmailField } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { PlainForm, SubmitButton, Trap } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { Link } from '#ui/link.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { usePlace } from '#ui/use-place.ts'
import { waitlistConsent } from './consent.ts'

/** The reason for a waitlist: the pre-order is sold out, or the product is inactive. */
export type Why = 'full' | 'absent'

export type WaitlistViewProps = WaitlistFormProps & { why: Why }

const words = {
  full: {
    title: 'This pre-order is full',
    lead: 'We only take as many orders as we can sew well, and these are all taken. Now and then a place comes free. Leave your e-mail and we’ll let you know; those who joined first hear first.',
  },
  absent: {
    title: 'Want to know when it’s back?',
    lead: 'Leave your e-mail and we’ll let you know the day you can order it again.',
  },
} as const satisfies Record<Why, { title: string; lead: string }>

/** Why a product cannot be ordered, and the waitlist form. Readable without JavaScript. */
export function WaitlistView({ why, product, captcha }: WaitlistViewProps) {
  const { title, lead } = words[why]
  const section = useRef<HTMLElement>(null)
  const place = usePlace(section)
  return (
    <section ref={section} aria-labelledby="waiting">
      <h2 id="waiting" className="text-title leading-tight">
        {title}
      </h2>
      <p className="measure mt-3 mb-7 text-ink-soft">{lead}</p>
      <WaitlistForm key={product.id} product={product} captcha={captcha} />
      <noscript>
        <p className="mt-4 text-ink-soft text-small">Joining the waiting list needs JavaScript.</p>
      </noscript>
      {place === 'below' && (
        <BottomBar>
          <a href="#waiting" className={buttonLook('solid', 'grow')}>
            Join the waiting list
          </a>
        </BottomBar>
      )}
    </section>
  )
}

type WaitlistFormProps = {
  product: { id: string; name: string; sizes: string[] }
  captcha: SignInSettings['captcha']
}

const unreachable =
  'We couldn’t connect. What you typed is still here: please check your internet connection and try again.'

/** The waitlist form. The typed text stays until the request has arrived. */
function WaitlistForm({ product: { id, name, sizes }, captcha: kind }: WaitlistFormProps) {
  const captcha = useCaptcha(kind)
  const [keptFor, setKeptFor] = useState<string | null>(null)
  const form = usePlainForm<'email' | 'size' | 'trap'>(async ({ email, size = '', trap = '' }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const join = { product_id: id, email, size, trap, captcha_token: captcha.take() }
    const wrong = await sendForm('join-waiting-list', join, { fields: ['email', 'size'], unreachable })
    if (!wrong) setKeptFor(email)
    return wrong
  })
  if (keptFor !== null) return <Joined email={keptFor} name={name} />
  return (
    <PlainForm form={form}>
      <EmailField label="Your e-mail" placeholder="name@example.com" error={form.errors.email} />
      {sizes.length > 1 && (
        <SelectField
          label="Your size, if you know it"
          name="size"
          defaultValue=""
          prompt={null}
          choices={[
            { id: '', name: 'Any, or not sure yet' },
            ...sizes.map((size) => ({ id: size, name: printedSize(size) })),
          ]}
          error={form.errors.size}
        />
      )}
      <Trap />
      {captcha.place}
      <p className="max-w-[36em] text-ink-soft text-small">
        {waitlistConsent} See the{' '}
        <Link to="/privacy-policy" prefetch="intent" className="link">
          Privacy Policy
        </Link>
        .
      </p>
      <SubmitButton form={form} busy="Sending…">
        Tell me
      </SubmitButton>
    </PlainForm>
  )
}

/** Replaces the form and takes the focus, so that screen readers announce it. */
function Joined({ email, name }: { email: string; name: string }) {
  return (
    <div className="border-mulberry/60 border-l-2 pl-5">
      <p ref={focusNow} tabIndex={-1} className="wrap-any font-serif text-name leading-snug outline-none">
        Thank you. We’ll e-mail {email} when you can order the {name} again.
      </p>
      <p className="mt-2 max-w-[36em] text-ink-soft text-small">
        We’ve sent you an e-mail. If you can’t see it, check your junk folder. If you once told us never to e-mail this
        address, we still won’t; to change that, write to{' '}
        <a href={`mailto:${shop.email}`} className="link">
          {shop.email}
        </a>
        .
      </p>
    </div>
  )
}
