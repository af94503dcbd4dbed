import { Component, type ReactNode } from 'react'
import { shop } from '#shop'
import { PageLook } from '#ui/early-script.tsx'

const style = `:root{color-scheme:light dark;color:var(--color-ink,light-dark(#2a2320,#f1e9dc));background:var(--color-paper,light-dark(#f7f2e8,#1d1815))}
body{margin:20vh 7vw;font:1.2rem/1.6 Georgia,serif}
h1{font:clamp(2.5rem,7vw,4.5rem)/1 Georgia,serif}
a{margin-right:2rem;color:inherit}
body>:not(main){display:none}`

/**
 * The document of a page that failed. What failed may be the frame of all pages, their styles or their scripts, so it
 * uses none of them but the colours, which the server's page brings along.
 */
export function FaultPage() {
  return (
    <html lang={shop.language}>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Something went wrong</title>
        {import.meta.env.SSR && <PageLook part="style" />}
        <style>{style}</style>
      </head>
      <body>
        <main>
          <h1>We couldn’t show this page</h1>
          <p>Sorry, that’s our fault. Please try again in a moment.</p>
          <p>
            <a href="?">Try this page again</a>
            <a href="/">Return to Home</a>
          </p>
        </main>
      </body>
    </html>
  )
}

/** Shows `FaultPage` when the document inside fails: the router would try the same document again. */
export class FaultBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <FaultPage /> : this.props.children
  }
}
