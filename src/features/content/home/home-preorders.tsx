import type { Preorder } from '#features/catalogue/preorders/describe-preorder.ts'
import { PreorderEntry } from '#features/catalogue/preorders/preorder-entry.tsx'
import { Rule } from '#ui/rule.tsx'

/** Products on pre-order, each with its real end; nothing if there are none. */
export function HomePreorders({ preorders }: { preorders: Preorder[] }) {
  if (preorders.length === 0) return null
  return (
    <section aria-labelledby="home-preorders" className="page mt-[clamp(5rem,10vw,9.5rem)]">
      <h2 id="home-preorders" className="text-display leading-none tracking-[-0.015em]">
        {preorders.every(({ full }) => full) ? 'On pre-order' : 'Open for pre-order'}
      </h2>
      <ul className="mt-8 md:mt-12">
        {preorders.map((preorder, index) => (
          <PreorderEntry key={preorder.id} preorder={preorder} flipped={index % 2 === 1} heading="h3" />
        ))}
      </ul>
      <Rule className="text-mulberry/60" />
    </section>
  )
}
