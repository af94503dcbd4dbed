import { type KeyboardEvent, useEffect, useRef } from 'react'
import { readSearchParams, shopPath } from './search-params.ts'
import type { FilterForm } from './shop-view.ts'

/** On Escape, closes the open group of choices and focuses its summary. */
export function closeOnEscape(event: KeyboardEvent) {
  const open = (event.target as Element).closest('details[open]')
  if (event.key !== 'Escape' || !open) return
  open.removeAttribute('open')
  open.querySelector('summary')?.focus()
}

/** Opens the form's URL on each change, and resets the form to the URL after each navigation. */
export function useFilterForm(
  element: { current: HTMLFormElement | null },
  form: FilterForm,
  go: (address: string) => void,
) {
  const shownFor = useRef(form.address)
  const requested = useRef(withoutPage(form.address))
  const requestedWords = useRef(form.q)

  useEffect(() => {
    const shown = element.current
    if (!shown) return
    const ask = () => {
      const pairs = [...new FormData(shown)].map(([name, value]) => [name, String(value)])
      const wanted = readSearchParams(new URLSearchParams(pairs))
      const address = shopPath(wanted)
      if (address === requested.current) return
      requested.current = address
      requestedWords.current = wanted.q
      go(address)
    }
    const closeBeside = ({ target }: Event) => {
      const open = shown.querySelector('details[open]')
      if (open && target instanceof Node && !open.contains(target)) open.removeAttribute('open')
    }
    // React's onChange would fire at every letter.
    shown.addEventListener('change', ask)
    shown.addEventListener('submit', ask)
    document.addEventListener('click', closeBeside)
    // Choices made before hydration.
    ask()
    return () => {
      shown.removeEventListener('change', ask)
      shown.removeEventListener('submit', ask)
      document.removeEventListener('click', closeBeside)
    }
  }, [element, go])

  useEffect(() => {
    const shown = element.current
    if (!shown || shownFor.current === form.address) return
    shownFor.current = form.address
    if (requested.current === withoutPage(form.address)) return
    requested.current = withoutPage(form.address)
    const typing = document.activeElement
    const typed = typing instanceof HTMLInputElement && shown.contains(typing) ? typing.value : null
    // The server moved words such as a size to their filter: left in the field, they would choose it again.
    const isMoved = typing instanceof HTMLInputElement && typing.name === 'q' && typed === requestedWords.current
    shown.reset()
    if (typing instanceof HTMLInputElement && typed !== null && typing.type !== 'checkbox' && !isMoved)
      typing.value = typed
    const sort = shown.elements.namedItem('sort')
    // React sets the value of a select only once.
    if (sort instanceof HTMLSelectElement) sort.value = form.sort
  }, [element, form])
}

function withoutPage(address: string): string {
  return address.replace(/[?&]page=\d+$/, '')
}
