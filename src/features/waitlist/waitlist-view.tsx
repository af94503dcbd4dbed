import { WaitlistForm, type WaitlistFormProps } from './waitlist-form.tsx'

/** The reason for a waitlist: the pre-order is sold out, or the product is inactive. */
export type Why = 'full' | 'absent'

export type WaitlistViewProps = WaitlistFormProps & { why: Why }

const words = {
  full: {
    title: 'Every place is taken',
    lead: 'We make only as many of this as we can sew well, and they have all been spoken for. Now and then a place becomes free again. Leave your address and we’ll write to you; whoever asked first hears first.',
  },
  absent: {
    title: 'Shall we tell you when it returns?',
    lead: 'Leave your address, and we’ll write to you on the day it can be ordered again.',
  },
} as const satisfies Record<Why, { title: string; lead: string }>

/** Why a product cannot be ordered, and the waitlist form. Readable without JavaScript. */
export function WaitlistView({ why, product, captcha }: WaitlistViewProps) {
  const { title, lead } = words[why]
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-title leading-tight">
        {title}
      </h2>
      <p className="measure mt-3 mb-7 text-ink-soft">{lead}</p>
      <WaitlistForm key={product.id} product={product} captcha={captcha} />
      <noscript>
        <p className="mt-4 text-ink-soft text-small">Joining the list needs JavaScript.</p>
      </noscript>
    </section>
  )
}
