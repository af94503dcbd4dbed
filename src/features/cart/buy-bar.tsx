import { type RefObject, useEffect, useState } from 'react'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { Button } from '#ui/button.tsx'
import { formatPence, type Pence } from '#ui/money.ts'

/**
 * A bar at the bottom of a phone's viewport once the form has scrolled away: name, price and the form's button. Without a
 * size the button scrolls back to the sizes. Hidden in low viewports.
 */
export function BuyBar({
  form,
  name,
  pricePence,
  size,
  action,
}: {
  form: RefObject<HTMLFormElement | null>
  name: string
  pricePence: Pence
  size: string | null
  action: string
}) {
  const isAway = useIsAbove(form)

  function press() {
    if (size !== null) return form.current?.requestSubmit()
    form.current?.scrollIntoView({ block: 'start' })
    form.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }

  if (!isAway) return null
  return (
    <>
      {/* The bar must not cover the end of the page, the focused element or a notice. */}
      <style>{room}</style>
      <div className="fixed inset-x-0 bottom-0 z-30 hidden items-center justify-between gap-x-4 border-line border-t bg-paper px-(--gutter) pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] max-lg:[@media(height>=30rem)]:flex print:hidden">
        <p className="min-w-0 leading-tight">
          <span className="block truncate font-serif">{name}</span>
          <span className="price text-ink-soft text-small">
            {formatPence(pricePence)}
            {size && `, ${printedSize(size)}`}
          </span>
        </p>
        <Button onClick={press} className="shrink-0 px-5">
          {size ? action : 'Choose a size'}
        </Button>
      </div>
    </>
  )
}

const room =
  '@media (width < 64rem) and (height >= 30rem) { html { --foot-taken: 4.5rem; scroll-padding-bottom: 5.5rem } body { padding-bottom: 4.5rem } }'

/** Whether an element is above the viewport. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    if (!element.current) return
    // Below the viewport counts as visible.
    const observer = new IntersectionObserver(([entry]) => entry && setAbove(!entry.isIntersecting), {
      rootMargin: '0px 0px 100000px 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isAbove
}
