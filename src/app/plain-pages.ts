import { html, raw } from 'hono/html'
import { shop } from '#shop'
import { plainPageCss } from '#ui/look/look-css.ts'

const style = `
  * { margin: 0; box-sizing: border-box }
  body { min-height: 100svh; display: grid; grid-template-rows: auto 1fr; background: var(--color-paper); color: var(--color-ink);
    font: 1.125rem/1.6 var(--font-sans); padding-inline: clamp(1.125rem, 4.2vw, 4.5rem) }
  header { padding-block: 1.5rem; border-bottom: 1px solid var(--color-line); font: 1.375rem/1.2 var(--font-serif) }
  main { align-content: center; padding-block: 4rem 6rem }
  h1 { max-width: 12em; font: 400 clamp(2.5rem, 7vw, 4.5rem)/1 var(--font-serif); letter-spacing: -0.018em;
    text-wrap: balance }
  p { max-width: 34rem; margin-top: 1.75rem; color: var(--color-ink-soft) }
  a { color: var(--color-mulberry); text-underline-offset: 0.2em }
`

/** The page of a shop that is being moved. */
export function closedPage(): string {
  return plainPage({
    title: 'Closed for a moment',
    heading: 'We’re closed for a moment',
    text: `We’re moving the shop to a new server, and will be back in a few minutes. Your cart is as you left it, and every
      order you have placed is safe.`,
    again: 'Please try again in a few minutes.',
  })
}

/** The page for visitors who come when the program has as many pages to render as it can. */
export function busyPage(): string {
  return plainPage({
    title: 'Busy for a moment',
    heading: 'It’s busy in the shop',
    text: `More people are looking round than we can show pages to at once. Your cart is as you left it, and every order you
      have placed is safe.`,
    again: 'Please try again in a few seconds.',
  })
}

type PlainPage = { title: string; heading: string; text: string; again: string }

/** A page that needs neither scripts nor the database. It does not load itself again: a screen reader would begin anew. */
function plainPage({ title, heading, text, again }: PlainPage): string {
  return String(html`<!doctype html>
<html lang="${shop.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · ${shop.name}</title>
    <style>${raw(plainPageCss())}${raw(style)}</style>
  </head>
  <body>
    <header>${shop.name}</header>
    <main>
      <h1>${heading}</h1>
      <p>
        ${text}
      </p>
      <p>
        ${again} <a href="">Try now</a>
      </p>
      <p>To reach us meanwhile, write to <a href="mailto:${shop.email}">${shop.email}</a>.</p>
    </main>
  </body>
</html>`)
}
