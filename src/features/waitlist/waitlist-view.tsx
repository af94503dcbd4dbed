import { useRef } from 'react'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { buttonLook } from '#ui/button.tsx'
import { usePlace } from '#ui/use-place.ts'
import { WaitlistForm, type WaitlistFormProps } from './waitlist-form.tsx'

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
