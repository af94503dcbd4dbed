import { useEffect, useRef } from 'react'
import { namedSize } from '#features/catalogue/samples.ts'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { takeBack, useLater } from './later.ts'

/**
 * The garments put aside while the others are ordered. `focus`: they were just put aside, and their heading gets it.
 */
export function KeptForLater({ focus = false }: { focus?: boolean }) {
  const lines = useLater()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])

  if (lines.length === 0) return null
  return (
    <section aria-labelledby="kept-for-later" className="pb-6">
      <Rule />
      <h3 id="kept-for-later" ref={heading} tabIndex={-1} className="pt-4 font-serif text-name outline-none">
        For your next order
      </h3>
      <ul className="mt-1">
        {lines.map(({ id, size, name, quantity }) => (
          <li key={`${id} ${size}`} className="wrap-any">
            {namedSize({ name, size })}
            {quantity > 1 && ` × ${quantity}`}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-soft text-small">These go back in your cart once you’ve paid for the rest.</p>
      <TextButton onClick={() => takeBack()}>Put back in the cart now</TextButton>
    </section>
  )
}
