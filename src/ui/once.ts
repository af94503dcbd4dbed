import type { ReactElement, ReactNode } from 'react'

type Render = (element: ReactElement) => string
type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }

/** Far more than a page shows; past it all is forgotten, as after many changes most of it is of no more use. */
const maxKept = 1_000
const kept = new Map<string, string>()
let render: Render | null = null

/** Lets parts of pages be rendered once; the server does so at its start. Without it they are rendered as any other. */
export function renderOnceWith(given: Render): void {
  render = given
}

/**
 * What an element contains, as properties for it: `<ul {...once(name, () => <li>…</li>)} />`. `name` must say all that
 * the content depends on. On the server the content becomes HTML once and is then put in as it is; the browser takes
 * that HTML over like any other, since it is what React would have written. Not for what has hooks or is seen first.
 */
export function once(name: string, content: () => ReactElement): Content {
  if (!render) return { children: content() }
  let html = kept.get(name)
  if (html === undefined) {
    html = render(content())
    if (kept.size >= maxKept) kept.clear()
    kept.set(name, html)
  }
  return { dangerouslySetInnerHTML: { __html: html } }
}
