import { afterPaint, pressMs } from './after-paint.ts'

/** The events before a press, by mouse, finger or keyboard; and the press, which alone is repeated once React is there. */
const touches = ['pointerover', 'touchstart', 'focusin', 'click']

/**
 * The code of a part loads once the visitor reaches for it or for a link into it, or has chosen something in it before
 * the page's script arrived.
 */
export function touched(part: Element, begin: () => void, signal: AbortSignal): void {
  const beginHere = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const link = target.closest<HTMLAnchorElement>('a[href*="#"]')
    if (part.contains(target) || part.contains(link && document.getElementById(link.hash.slice(1)))) begin()
  }
  // On the way down: React stops the events of a part that it has not hydrated.
  for (const touch of touches) addEventListener(touch, beginHere, { capture: true, passive: true, signal })
  const fields = part.querySelectorAll<HTMLInputElement & HTMLOptionElement>('input,option')
  if ([...fields].some(isChanged)) begin()
}

/** The same, and once the part is less than half a window away from view. */
export function seen(part: Element, begin: () => void, signal: AbortSignal): void {
  touched(part, begin, signal)
  const view = new IntersectionObserver(([entry]) => entry?.isIntersecting && begin(), { rootMargin: '50%' })
  // The part itself has no box.
  if (part.firstElementChild) view.observe(part.firstElementChild)
  signal.addEventListener('abort', () => view.disconnect())
}

/**
 * The code of a part loads at the visitor's first move on the page: no script more before the first touch, and soon
 * enough for the links in the part, which before would leave the page, and with it what a browser without storage keeps.
 */
export function moved(_: Element, begin: () => void, signal: AbortSignal): void {
  const beginLater = () => afterPaint(begin, pressMs)
  for (const move of [...touches, 'scroll']) addEventListener(move, beginLater, { passive: true, once: true, signal })
}

/** A text field, a box or an option of a list that is no longer as the server rendered it. */
function isChanged(field: HTMLInputElement & HTMLOptionElement): boolean {
  return (
    field.checked !== field.defaultChecked ||
    field.selected !== field.defaultSelected ||
    field.value !== (field.defaultValue ?? field.value)
  )
}
