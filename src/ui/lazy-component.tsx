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
  const Part = lazy(async () => ({ default: await load() }))
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
      loaded = await load()
    },
  }
}
