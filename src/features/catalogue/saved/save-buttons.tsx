import { createPortal } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { SaveAndShare } from './save-and-share.tsx'
import { SaveHeart } from './save-heart.tsx'

/** The places with buttons and the key of each. */
const places = new Map<HTMLElement, string>()
let root: Root | undefined
let count = 0

/**
 * Shows the buttons of a place until it is left. The place belongs to the page's React root, the buttons to another.
 */
export function showIn(place: HTMLElement, left: AbortSignal): void {
  if (left.aborted || places.has(place)) return
  count += 1
  places.set(place, String(count))
  draw()
  left.addEventListener('abort', () => {
    places.delete(place)
    draw()
  })
}

function draw(): void {
  root ??= createRoot(document.createElement('div'))
  root.render([...places].map(([place, key]) => createPortal(buttonsOf(place.dataset), place, key)))
}

function buttonsOf({ save: id = '', name = '', share }: DOMStringMap) {
  return share === undefined ? <SaveHeart id={id} name={name} /> : <SaveAndShare id={id} name={share} />
}
