import { useBoughtOrder, YourOrder } from '#features/checkout/your-order.tsx'
import { type Slots, spansIn, TextIn, Words, WrittenLink } from '#features/content/documents/words.tsx'
import { Prose } from '#features/content/page-parts.tsx'
import { ReceiptHead } from '#features/orders/receipt-head.tsx'
import { shop } from '#shop'
import { verse } from '#shop-verses'
import { buttonLook } from '#ui/button.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'

/** Shown for a paid session in any browser; the order itself only in the browser that paid. */
export function OrderConfirmed({ sessionId, words }: { sessionId: string | null; words: Slots }) {
  const order = useBoughtOrder(sessionId)
  const { buttons } = words.blocks
  return (
    <>
      <ReceiptHead title="Your order is paid" />
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-12">
        <header className="lg:col-span-7">
          <h1 className="text-masthead leading-[0.94] tracking-[-0.018em]">
            <Words spans={words.title} />
          </h1>
          <p className="mt-7 max-w-[26em] text-ink-soft text-lead leading-[1.4]">
            <Words spans={words.lead} />
          </p>
          {order && <YourOrder order={order} />}
          <p className={`flex flex-wrap gap-4 ${order ? 'mt-4' : 'mt-9'}`}>
            {buttons?.type === 'buttons' &&
              buttons.entries.map(({ text, to, look }) => (
                <WrittenLink
                  key={text}
                  to={to}
                  className={buttonLook(order || look === 'link' ? 'line' : look, 'max-sm:grow')}
                >
                  {text}
                </WrittenLink>
              ))}
          </p>
        </header>
        <section aria-labelledby="next" className="self-start bg-paper-deep px-7 py-8 sm:px-10 sm:py-10 lg:col-span-5">
          <h2 id="next" className="text-title leading-tight">
            <Words spans={spansIn(words, 'next')} />
          </h2>
          <Rule className="mt-5 text-mulberry" />
          <Prose className="mt-6">
            <TextIn words={words} slot="next-text" />
          </Prose>
        </section>
      </div>
      <Verse
        {...(shop.verse ?? verse)}
        className="mt-[clamp(4rem,8vw,7.5rem)] max-w-[46rem] text-mulberry lg:ml-[16.6%]"
      />
    </>
  )
}
