import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SignInSettings } from '#features/accounts/account-rules.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { sendForm, type Wrong } from '#platform/client/send-form.ts'
import { shop } from '#shop'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmailField, FieldFrame, inputLook } from '#ui/field.tsx'
import { type Captcha, unsolvedCaptcha, useCaptcha } from '#ui/form/captcha.tsx'
import { PlainForm, SubmitButton, Trap } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { Link } from '#ui/link.tsx'
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

type JoinRequest = { product_id: string; email: string; size: string; trap: string; captcha_token?: string }

const unreachable =
  'We couldn’t connect. What you typed is still here: please check your internet connection and try again.'

/** Joins a waitlist; null on success. Never throws. Browser only. */
function sendJoin(join: JoinRequest): Promise<Wrong | null> {
  return sendForm('join-waiting-list', join, { fields: ['email', 'size'], unreachable })
}

/** The waitlist form. The typed text stays until the request has arrived. */
function WaitlistForm({ product, captcha: kind }: WaitlistFormProps) {
  const captcha = useCaptcha(kind)
  const [keptFor, setKeptFor] = useState<string | null>(null)
  if (keptFor !== null) return <Joined email={keptFor} name={product.name} />
  return <Ask product={product} captcha={captcha} onKept={setKeptFor} />
}

type AskProps = { product: WaitlistFormProps['product']; captcha: Captcha; onKept: (email: string) => void }

function Ask({ product: { id, sizes }, captcha, onKept }: AskProps) {
  const form = usePlainForm<'email' | 'size' | 'trap'>(async ({ email, size = '', trap = '' }) => {
    if (captcha.isOpen()) return unsolvedCaptcha
    const token = captcha.take()
    const join = { product_id: id, email, size, trap }
    const wrong = await sendJoin(token === undefined ? join : { ...join, captcha_token: token })
    if (wrong) return wrong
    onKept(join.email)
    return null
  })
  return (
    <PlainForm form={form}>
      <EmailField label="Your e-mail" placeholder="name@example.com" error={form.errors.email} />
      {sizes.length > 1 && (
        <FieldFrame label="Your size, if you know it" error={form.errors.size}>
          {(bound) => (
            <span className="relative mt-1 block">
              <select
                {...bound}
                name="size"
                defaultValue=""
                className={`cursor-pointer appearance-none rounded-none pr-9 ${inputLook}`}
              >
                <option value="">Any, or not sure yet</option>
                {sizes.map((size) => (
                  <option key={size} value={size}>
                    {printedSize(size)}
                  </option>
                ))}
              </select>
              <ChevronDown
                aria-hidden="true"
                strokeWidth={1.25}
                className="pointer-events-none absolute top-1/2 right-0 size-5 -translate-y-1/2"
              />
            </span>
          )}
        </FieldFrame>
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
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="border-mulberry/60 border-l-2 pl-5">
      <p ref={words} tabIndex={-1} className="wrap-any font-serif text-name leading-snug outline-none">
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
