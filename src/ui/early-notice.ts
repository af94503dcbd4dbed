/**
 * The live region of a page's first-touch script: of the few elements right in the `<body>`, the only `<output>`, which
 * React passes over when it hydrates the document.
 */
const place = 'body>output'

type EarlyNotice = {
  title: string
  description?: string
  detail?: string
  action?: { label: string; press: () => void } | undefined
}

/** Creates the region. It announces only what is added later. */
export function prepareEarlyNotices(): void {
  document.body.append(document.createElement('output'))
}

/** Shows a notice in place of the one before, where the page's own script would show it. */
export function showEarlyNotice({ title, description = '', detail = '', action }: EarlyNotice): void {
  const region = document.querySelector<HTMLElement>(place)
  if (!region) return
  region.replaceChildren()
  const notice = add(region, 'div', '')
  const content = add(notice, 'div', '-content')
  add(content, 'div', '-title', title)
  const text = add(content, 'div', '-text', description)
  add(text, 'span', '-detail', detail)
  if (action) add(notice, 'button', '-action', action.label, action.press)
  add(notice, 'button', '-close', '×', closeEarlyNotice).setAttribute('aria-label', 'Close toast')
  const leave = () => {
    if (region.matches(':hover,:focus-within')) setTimeout(leave, 1_000)
    else notice.remove()
  }
  setTimeout(leave, 8_000)
}

/** Closes the notice, if there is one. */
export function closeEarlyNotice(): void {
  document.querySelector(place)?.replaceChildren()
}

/** `kind`: the end of its class in notice.css. */
function add(to: Element, name: string, kind: string, text = '', press?: () => void): HTMLElement {
  const element = document.createElement(name)
  element.className = `notice${kind}`
  element.textContent = text
  if (press) element.onclick = press
  to.append(element)
  return element
}
