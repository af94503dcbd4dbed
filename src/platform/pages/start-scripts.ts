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
const begun = new AbortController()
const hydrated = new AbortController()
let isLoading = false
function load(): void {
  if (isLoading) return
  isLoading = true
  // The last file is requested when the others have run.
  for (const [, href = ''] of (held.textContent ?? '').matchAll(/"(\/assets\/[^"]+)"/g)) {
    held.before(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}
function begin(): void {
  if (place !== held) return
  begun.abort()
  load()
  run()
}
function on(names: string, { signal }: AbortController, work: (event: Event) => void): void {
  for (const name of names.split(' ')) addEventListener(name, work, { capture: true, passive: true, signal })
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
  const part = (event.target as Element | null)?.closest?.<HTMLElement>('a,button')
  const isKept = part?.matches('[type=button],[method=dialog] button,[data-kept]')
  // Other links lead to their page, and the notices of an earlier script answer their own presses.
  if (isKept || !part?.matches('a,output *')) event.stopPropagation()
  if (!part || !isKept || event.ctrlKey || event.metaKey || event.shiftKey) return
  if ('kept' in part.dataset) event.preventDefault()
  pressed = part
  // Some browsers remember for the whole life of a page that a file failed.
  if (failures > 1 && navigator.onLine) location.reload()
}
if ('untilTouched' in window) {
  on('pointerdown touchstart keydown', begun, load)
  // What is done before the next frame answers the touch.
  const beginSoon = () => requestAnimationFrame(() => setTimeout(begin))
  on('pointerup keyup click wheel scroll focusin visibilitychange', begun, beginSoon)
  // A browser sends a move of a mouse that rests, too, when a page appears under it.
  on('pointermove', begun, (event) => {
    const { movementX, movementY } = event as PointerEvent
    if (movementX || movementY) beginSoon()
  })
} else {
  if (!picture || picture.complete) soon()
  else {
    picture.onload = soon
    picture.onerror = soon
  }
  setTimeout(begin, 1_500)
  on('pointerdown keydown', begun, begin)
}
// At one of these React would finish hydrating at once, inside the event, and not in slices.
const discrete = 'pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup keypress input change'
on(discrete, hydrated, (event) => {
  event.stopPropagation()
  if ((event as KeyboardEvent).key === 'Escape') pressed = null
})
addEventListener('click', keepPress, { capture: true, signal: hydrated.signal })
// The last file is imported by a call, whose failure is no error of the script.
addEventListener('unhandledrejection', retry)
addEventListener('hydrated', () => {
  hydrated.abort()
  // React first takes over early input (ticked boxes, typed text).
  setTimeout(() => pressed?.isConnected && pressed.click())
})

export {}
