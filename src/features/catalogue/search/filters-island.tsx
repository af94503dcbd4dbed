import { createRoot, hydrateRoot } from 'react-dom/client'
import { Filters } from './filters.tsx'
import type { FilterForm } from './shop-view.ts'

export type Island = { show(form: FilterForm): void; leave(): void }

/**
 * Hydrates the form that the server rendered, as a separate React root, so that none of its code loads before the
 * visitor uses it. isRendered: whether the element contains this form already. `go` opens a URL of the shop.
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
