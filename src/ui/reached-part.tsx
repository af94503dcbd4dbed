import { type ComponentType, useEffect, useRef } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

type ReachedPart<Props extends object> = {
  Place: ComponentType<{ part: Props }>
  /** Gives the server the component. Loaders call it: the browser bundles leave out what only loaders import. */
  renderWith(component: ComponentType<Props>): void
}

/** The events before a press, by mouse, finger or keyboard. */
const events = ['pointerover', 'touchstart', 'focusin']
// Ids of a root are unique within it only.
const options = { identifierPrefix: 'part' }
// One object, so that React never writes into the element again.
const unchangedHtml = { __html: '' }

/**
 * A part of a page that the server renders whole, and whose script loads when the visitor comes near it: when it
 * scrolls into view, or at the first touch. It is a React root of its own, so its code is not part of the page's.
 * `part`: its properties, the same for as long as it is mounted; give another part another `key`.
 */
export function reachedPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ReachedPart<Props> {
  let Rendered: ComponentType<Props> = () => null

  function OnServer({ part }: { part: Props }) {
    return (
      <div>
        <Rendered {...part} />
      </div>
    )
  }

  function OnDemand({ part }: { part: Props }) {
    const place = useRef<HTMLDivElement>(null)

    // biome-ignore lint/correctness/useExhaustiveDependencies: a part keeps its properties
    useEffect(() => {
      const element = place.current
      if (!element) return
      let root: Promise<Root> | null = null
      const open = () => {
        root ??= load().then((Part) => {
          const content = <Part {...part} />
          if (element.firstChild) return hydrateRoot(element, content, options)
          const created = createRoot(element, options)
          created.render(content)
          return created
        })
        root.catch(() => {
          // Offline, or a new version of the shop: what the server rendered stays, and the next touch tries again.
          root = null
        })
      }
      // A page that the browser rendered has no HTML of it yet.
      if (!element.firstChild) open()
      const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && open())
      seen.observe(element)
      for (const sign of events) element.addEventListener(sign, open)
      return () => {
        seen.disconnect()
        for (const sign of events) element.removeEventListener(sign, open)
        // Later, because React is still rendering the page around it.
        void root?.then(
          (opened) => opened.unmount(),
          () => undefined,
        )
      }
    }, [])

    return (
      <div
        ref={place}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; it keeps the HTML that the server rendered.
        dangerouslySetInnerHTML={unchangedHtml}
      />
    )
  }

  return {
    Place: import.meta.env.SSR ? OnServer : OnDemand,
    renderWith(component) {
      Rendered = component
    },
  }
}
