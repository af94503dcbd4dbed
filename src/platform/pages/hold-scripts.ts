/** The module script of a page: its text, and the files that it imports, directly or not. */
export type PageProgram = { text: string; files: readonly string[] }

/** `isHeld`: false in development, where files are requested one by one anyway. */
type PageEndOptions = { program: PageProgram; data: string; isHeld: boolean }

/**
 * The end of a page's body: its data, and its scripts delayed until the first image is painted. Without the delay, 130
 * kB of script share a phone's connection with the image and the styles, and the largest paint comes a second later. A
 * touch or a key starts the scripts too, and a press on a button that needs a script is repeated once the script runs,
 * unless a script before this one has answered it and stopped it. A script file that fails to arrive is requested again,
 * at growing intervals; a press after the second failure reloads the page. The page's policy must list the text of the
 * program, and `scriptStarter`. The data is JSON.
 */
export function pageEnd({ program, data, isHeld }: PageEndOptions): string {
  // In JSON a `<` is in a string only; escaped, it can neither end the element nor begin a comment.
  const json = `<script type="application/json" id="page-data">${data.replaceAll('<', '\\u003c')}</script>`
  if (!isHeld) return `${json}<script type="module">${program.text}</script>`
  const links = program.files.map((file) => `<link data-held href="${file}">`).join('')
  return `${links}${json}<script type="text/plain">${program.text}</script><script>${scriptStarter}</script>`
}

/**
 * Runs in the browser, as text: it cannot use other names of this file. It is also the only place that says which texts
 * the page's scripts may turn into elements and scripts: the policy of such a page requires Trusted Types.
 */
function startWhenPainted(): void {
  // Not by its id: an element with the same one may have come into the page by a mistake.
  const held = document.currentScript?.previousElementSibling as HTMLElement
  const types = (window as unknown as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } })
    .trustedTypes
  types?.createPolicy('default', {
    // Text without a tag makes no element. React makes a script of an empty one, which never runs.
    createHTML: (html: string) => (/^[^<]*$|^<script><.script>$/.test(html) ? html : null),
    createScript: (script: string) => (script === held.textContent ? script : null),
    createScriptURL: (url: string) =>
      new URL(url, location.href).href.startsWith(`${location.origin}/assets/`) ? url : null,
  })
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  let pressed: HTMLElement | null = null
  let failures = 0
  let place = held
  // Zod would try out whether it may make functions of texts, and the console would report the refusal.
  Object.assign(window, { __zod_globalConfig: { jitless: true } })
  function begin(): void {
    if (place !== held) return
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-held]')) link.rel = 'modulepreload'
    run()
  }
  function run(): void {
    if (document.documentElement.dataset.hydrated === '') return
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = held.textContent
    script.onerror = retry
    place.replaceWith(script)
    place = script
  }
  // A file did not arrive: the next run requests it again.
  const retry = () => setTimeout(run, 1_000 * 2 ** failures++)
  // The image is drawn one frame after it has loaded and visible shortly after that; a slow phone is busy until then. A
  // page in a background tab is never painted: it waits 1.5 s.
  const soon = () => requestAnimationFrame(() => setTimeout(begin, 100))
  function keepPress({ target }: Event): void {
    const button = (target as Element | null)?.closest?.('button')
    if (!button || (button.type !== 'button' && button.form?.getAttribute('method') !== 'dialog')) return
    pressed = button
    // Some browsers remember for the whole life of a page that a file failed.
    if (failures > 1 && navigator.onLine) location.reload()
  }
  if (!picture || picture.complete) soon()
  else {
    picture.onload = soon
    picture.onerror = soon
  }
  setTimeout(begin, 1_500)
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, begin, { once: true })
  addEventListener('click', keepPress, true)
  // The last file is imported by a call, whose failure is no error of the script.
  addEventListener('unhandledrejection', retry)
  addEventListener('hydrated', () => {
    removeEventListener('click', keepPress, true)
    // React first takes over early input (ticked boxes, typed text).
    setTimeout(() => pressed?.isConnected && pressed.click())
  })
}

/** The function's text without comments and indentation. */
const text = String(startWhenPainted)
  .replace(/^[^\S\n]*\/\/.*$/gm, '')
  .replace(/\s+/g, ' ')
/** The inline script that starts the delayed scripts. */
export const scriptStarter = `(${text})()`
