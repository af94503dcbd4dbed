const openings = /<script(?=\s)[^>]*>/g
const ending = '</script>'

/**
 * The inline scripts that the renderer itself wrote: those with `mark` as their nonce. The mark is random for each page
 * and removed here, so an injected script cannot have it. Browsers get the scripts' hashes and no nonce: a cached page
 * is sent many times, and a nonce that is sent twice protects nothing.
 */
export function takeMarkedScripts(html: string, mark: string): { html: string; scripts: string[] } {
  const attribute = ` nonce="${mark}"`
  const scripts: string[] = []
  for (const { 0: opening, index } of html.matchAll(openings)) {
    if (!opening.includes(attribute)) continue
    const from = index + opening.length
    const to = html.indexOf(ending, from)
    if (to > from) scripts.push(html.slice(from, to))
  }
  return { html: html.replaceAll(attribute, ''), scripts }
}
