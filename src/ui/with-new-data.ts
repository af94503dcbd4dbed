import { type ComponentType, memo } from 'react'

type Given = { loaderData: unknown }

/**
 * A page that is rendered when it has new data, and not at each step of a navigation on the way to another page, which the
 * router tells its whole tree. What the page asks of contexts reaches it as ever. For pages that look at nothing but
 * `loaderData` of what the router gives them.
 */
export function withNewData<Props extends Given>(Page: ComponentType<Props>) {
  return memo(Page, (before, after) => before.loaderData === after.loaderData)
}
