/*
 * A program of its own, written into the end of every page (`?script`): it starts the delayed scripts. It is also the only
 * place that says which texts the page's scripts may turn into elements and scripts: the policy of such a page requires
 * Trusted Types.
 */

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
// Each is requested once: what was read of the list is gone. The last file is requested when the others have run.
const files = (held.textContent ?? '').matchAll(/"(\/assets\/[^"]+)"/g)
function load(): void {
  for (const [, href = ''] of files) {
    held.before(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}
function begin(): void {
  if (place !== held) return
  load()
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
function keepPress(event: MouseEvent): void {
  const part = (event.target as Element).closest?.<HTMLElement>('[type=button],[method=dialog] button,[data-kept]')
  if (!part) return
  if ('kept' in part.dataset) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
  }
  pressed = part
  // Some browsers remember for the whole life of a page that a file failed.
  if (failures > 1 && navigator.onLine) location.reload()
}
const { untilTouched } = window as { untilTouched?: (load: () => void, begin: () => void) => void }
if (untilTouched) untilTouched(load, begin)
else {
  if (!picture || picture.complete) soon()
  else {
    picture.onload = soon
    picture.onerror = soon
  }
  setTimeout(begin, 1_500)
  addEventListener('pointerdown', begin)
  addEventListener('keydown', begin)
}
addEventListener('click', keepPress, true)
addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape') pressed = null
  },
  true,
)
// The last file is imported by a call, whose failure is no error of the script.
addEventListener('unhandledrejection', retry)
addEventListener('hydrated', () => {
  removeEventListener('click', keepPress, true)
  // React first takes over early input (ticked boxes, typed text).
  setTimeout(() => pressed?.isConnected && pressed.click())
})

/** Its text is imported, and nothing of it. */
export {}
