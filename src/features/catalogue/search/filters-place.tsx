import { type ComponentType, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Island } from './filters-island.tsx'
import type { FilterForm } from './shop-view.ts'

/**
 * The element of the filter form. The form is rendered on the server and works without JavaScript; its script loads
 * when the visitor reaches for it, or immediately on a page that the browser has rendered.
 */
export const FiltersPlace = import.meta.env.SSR ? RenderedFilters : FiltersOnDemand

const look = 'mt-8 min-h-24 md:mt-10 lg:min-h-12'

let Rendered: ComponentType<{ form: FilterForm }> = () => null

/**
 * Gives the server the form component. Loaders call it, because the browser bundles leave out what only loaders import;
 * an import here would load with every visit to the shop.
 */
export function renderFiltersWith(component: ComponentType<{ form: FilterForm }>): void {
  Rendered = component
}

function RenderedFilters({ form }: { form: FilterForm }) {
  return (
    <div className={look}>
      <Rendered form={form} />
    </div>
  )
}

/** The events before a press, by mouse, finger or keyboard. */
const events = ['pointerover', 'touchstart', 'focusin']
// One object, so that React never writes into the element again.
const unchangedHtml = { __html: '' }

function FiltersOnDemand({ form }: { form: FilterForm }) {
  const place = useRef<HTMLDivElement>(null)
  const island = useRef<Promise<Island>>(null)
  const rendered = useRef(form.address)
  const navigate = useNavigate()

  function activate(isRendered: boolean) {
    const element = place.current
    if (!element || island.current) return
    const go = (address: string) => void navigate(address, { preventScrollReset: true })
    island.current = import('./filters-island.tsx').then(({ openIsland }) =>
      openIsland(element, form, { isRendered, go }),
    )
  }

  useEffect(() => {
    if (island.current) void island.current.then((open) => open.show(form))
    else if (rendered.current !== form.address || !place.current?.firstChild) activate(false)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before this script arrived
  useEffect(() => {
    const fields = place.current?.querySelectorAll<HTMLInputElement & HTMLOptionElement>('input,option') ?? []
    if ([...fields].some(isChanged)) activate(true)
  }, [])

  useEffect(() => {
    const onReach = () => activate(true)
    for (const sign of events) place.current?.addEventListener(sign, onReach)
    return () => {
      for (const sign of events) place.current?.removeEventListener(sign, onReach)
    }
  })

  useEffect(
    () => () => {
      // Later, because React is still rendering the page around it.
      void island.current?.then((open) => open.leave())
      island.current = null
    },
    [],
  )

  return (
    <div
      ref={place}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; it keeps the HTML that the server rendered.
      dangerouslySetInnerHTML={unchangedHtml}
      className={look}
    />
  )
}

/** A text field, a checkbox or an option of a list that is no longer as the server rendered it. */
function isChanged(field: HTMLInputElement & HTMLOptionElement): boolean {
  return (
    field.checked !== field.defaultChecked ||
    field.selected !== field.defaultSelected ||
    field.value !== (field.defaultValue ?? field.value)
  )
}
