import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchGarments } from '../fetch-garments.ts'
import { ProductCard } from '../product-card.tsx'
import type { ProductSummary } from '../product-summary.ts'
import { clearViewed, otherViewed, recordViewed } from '../stored-garments.ts'

type Options = { here: string | undefined; place: HTMLElement; signal: AbortSignal }

/**
 * Records `here` and renders the garments viewed before; null for none. Resolves when `place` is outside the viewport,
 * so that no visible content moves.
 */
export async function showViewed({ here, place, signal }: Options): Promise<ReactNode> {
  const products = await fetchGarments(otherViewed(recordViewed(here), here), signal)
  if (products.length === 0) return null
  await outOfSight(place, signal)
  return <ViewedGarments products={products} />
}

function outOfSight(place: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(([entry]) => {
      // Content above the viewport moves nothing either: browsers anchor the scroll position.
      if (!entry || entry.isIntersecting) return
      watch.disconnect()
      resolve()
    })
    watch.observe(place)
    signal.addEventListener('abort', () => watch.disconnect())
  })
}

/** The recently viewed garments in one scrollable row, with a button that clears them. */
export function ViewedGarments({ products }: { products: ProductSummary[] }) {
  const [isForgotten, setForgotten] = useState(false)
  function forget() {
    clearViewed()
    setForgotten(true)
  }
  if (isForgotten) return <Forgotten />
  return (
    <section aria-labelledby="seen" className="mt-[clamp(4rem,8vw,7rem)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <h2 id="seen" className="text-title leading-none">
          Recently viewed
        </h2>
        <button
          type="button"
          onClick={forget}
          className="inline-flex min-h-11 min-w-11 items-center justify-end text-ink-soft text-small hover:text-mulberry"
        >
          <span className="link">Clear</span>
        </button>
      </div>
      {/* The row scrolls horizontally, by keyboard too: every card is a link. */}
      <ul className="mt-5 -mb-3 grid snap-x auto-cols-[clamp(8.5rem,15vw,11.5rem)] grid-flow-col gap-x-[clamp(0.875rem,2vw,1.75rem)] overflow-x-auto overscroll-x-contain pb-3">
        {products.map((product) => (
          <li key={product.id} className="snap-start">
            <ProductCard product={product} sizes="(width >= 48rem) 15vw, 9rem" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Takes the focus of the removed button. */
function Forgotten() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus({ preventScroll: true }), [])
  return (
    <p ref={words} tabIndex={-1} className="mt-[clamp(4rem,8vw,7rem)] text-ink-soft outline-none">
      Cleared. This browser no longer keeps the garments you viewed.
    </p>
  )
}
