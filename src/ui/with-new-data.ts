import { type ComponentType, memo } from 'react'

type Given = { loaderData: unknown }

/**
 * A page that renders only when its loader data changes, and not at each step of a navigation to another page, which
 * the router passes to its whole tree. Contexts update it as usual. For pages that use no prop of the router but
 * `loaderData`.
 */
export function withNewData<Props extends Given>(Page: ComponentType<Props>) {
  return memo(Page, (before, after) => before.loaderData === after.loaderData)
}
