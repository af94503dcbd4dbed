import { type ComponentType, lazy, Suspense } from 'react'

type Late<P extends object> = {
  Late: ComponentType<P>
  /** For a loader whose page will show it: the server renders nothing it would have to wait for. */
  ready(): Promise<void>
}

/**
 * A part few pages show. The server renders it like any other, once a loader has seen to it that it is ready; browsers
 * fetch its code where it is shown, and only there.
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
