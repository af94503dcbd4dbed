type HtmlPolicy = { createHTML(html: string): string }
type PolicyFactory = { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy }

/** The page's policy knows its name (`content-security-policy.ts`). */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('inert-html', {
  createHTML: (html) => html,
})

/**
 * HTML for the `srcdoc` of a frame in which no script runs, and for nothing else. React would turn it back into plain text, so
 * it is set by hand.
 */
export function frameHtml(html: string): string {
  return policy?.createHTML(html) ?? html
}

/** A document made of HTML. Its scripts do not run; nothing of it is put into the page. */
export function parseInertHtml(html: string): Document {
  return new DOMParser().parseFromString(frameHtml(html), 'text/html')
}
