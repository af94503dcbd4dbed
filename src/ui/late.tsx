import { type ComponentType, lazy, Suspense } from 'react'

type Late<P extends object> = {
  Late: ComponentType<P>
  /** Called by the loader of a page that shows the component: the server cannot wait for code during rendering. */
  ready(): Promise<void>
}

/**
 * A lazily loaded component, for parts that few pages show. The server renders it like any other once a loader has
 * awaited `ready`; browsers fetch its code only on pages that show it.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): Late<P> {
  let loaded: ComponentType<P> | undefined
  const Part = lazy(async () => ({ default: await load() }))
  return {
    Late(props) {
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
