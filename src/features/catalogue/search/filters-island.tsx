import { createRoot, hydrateRoot } from 'react-dom/client'
import { Filters } from './filters.tsx'
import type { FilterForm } from './shop-view.ts'

export type Island = { show(form: FilterForm): void; leave(): void }

/**
 * Makes the form alive where the server has rendered it, with a root of its own, so that nothing of it is loaded before
 * somebody reaches for it. isRendered: whether what stands there is this form. `go` opens an address of the shop.
 */
export function openIsland(
  place: HTMLElement,
  form: FilterForm,
  { isRendered, go }: { isRendered: boolean; go: (address: string) => void },
): Island {
  const content = (shown: FilterForm) => <Filters form={shown} go={go} />
  const root = isRendered ? hydrateRoot(place, content(form)) : createRoot(place)
  if (!isRendered) root.render(content(form))
  return {
    show: (shown) => root.render(content(shown)),
    leave: () => root.unmount(),
  }
}
