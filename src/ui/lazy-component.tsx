import { type ComponentType, lazy, Suspense } from 'react'

type LazyComponent<P extends object> = {
  Component: ComponentType<P>
  /** Called by the loader of a page that shows the component: the server cannot wait for code during rendering. */
  ready(): Promise<void>
}

/**
 * A lazily loaded component, for parts that few pages show. The server renders it like any other once a loader has
 * awaited `ready`; browsers fetch its code only on pages that show it.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined
  const Part = lazy(async () => ({ default: await loadPatiently(load) }))
  return {
    Component(props) {
      const Shown = import.meta.env.SSR && loaded ? loaded : Part
      return (
        <Suspense>
          <Shown {...props} />
        </Suspense>
      )
    },
    async ready() {
      if (import.meta.env.SSR) loaded = await load()
    },
  }
}

/** Tries three times more: one file that does not arrive must not replace a page that can be read by an error. */
function loadPatiently<Loaded>(load: () => Promise<Loaded>, tries = 3): Promise<Loaded> {
  return load().catch((cause: unknown) => {
    if (tries === 0) throw cause
    return new Promise((next) => setTimeout(next, 2_000)).then(() => loadPatiently(load, tries - 1))
  })
}
