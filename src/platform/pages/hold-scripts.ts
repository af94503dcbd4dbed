const preload = '<link rel="modulepreload" '
const program = '<script type="module" async="">'

/**
 * The page with its scripts held until its first picture has been painted. Let go at once, 130 kB of script share a phone's
 * line with the picture and the styles, and what is there to be seen comes a second later. A finger or a key lets them go
 * too, and a press on what answers only by script is kept until it can. The policy of the page must name both scripts: the
 * page's own, and `scriptStarter`. Without a module script (in development it has another form) the page is as it was.
 */
export function holdScripts(html: string): string {
  const at = html.lastIndexOf(program)
  const end = html.lastIndexOf('</body>')
  if (at < 0 || end < at) return html
  const head = html.slice(0, at).replaceAll(preload, '<link data-held="" ')
  const rest = html.slice(at + program.length, end)
  return `${head}<script type="text/plain" id="held-script">${rest}<script>${scriptStarter}</script>${html.slice(end)}`
}

/** Runs in the browser, as text: it may use nothing of this file. */
function letGoWhenPainted(): void {
  const held = document.getElementById('held-script') as HTMLElement
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  let pressed: HTMLElement | null = null
  let begun = false
  function begin(): void {
    if (begun) return
    begun = true
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-held]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = held.textContent
    held.replaceWith(script)
  }
  // A frame later it is drawn, and a moment after that on the screen: until then a slow phone has enough to do. A page in the
  // background is never painted: it waits a second and a half.
  const soon = () => requestAnimationFrame(() => setTimeout(begin, 100))
  function keepPress({ target }: Event): void {
    const button = (target as Element | null)?.closest?.('button')
    if (button && (button.type === 'button' || button.form?.getAttribute('method') === 'dialog')) pressed = button
  }
  if (!picture || picture.complete) soon()
  else for (const event of ['load', 'error']) picture.addEventListener(event, soon)
  setTimeout(begin, 1_500)
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, begin, { passive: true, once: true })
  addEventListener('click', keepPress, true)
  addEventListener('hydrated', () => {
    removeEventListener('click', keepPress, true)
    // What was ticked and typed early is taken over meanwhile.
    setTimeout(() => pressed?.isConnected && pressed.click())
  })
}

/** Without the room and the remarks that are for its readers. */
const text = String(letGoWhenPainted)
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/\s+/g, ' ')
/** What lets the held scripts go. */
export const scriptStarter = `(${text})()`
