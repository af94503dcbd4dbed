import { pictureSet, type StoredPicture } from '#ui/picture.tsx'

/** The `sizes` of a garment's first picture on its page. */
export const garmentPictureSizes = '(width >= 64rem) 52vw, 100vw'

/** How long the pointer must rest before a prefetch; the router waits as long. */
const intentMs = 100
const fetched = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Event handlers for a link to a garment: they prefetch its first picture, as the garment's page will request it, when
 * a navigation seems likely. Once per picture, and never with data saving on. A finger that starts to scroll cancels
 * it.
 */
export function prefetchPicture(picture: StoredPicture | null) {
  const set = picture && pictureSet(picture)
  const begin = () => {
    forget()
    if (set) timer = setTimeout(fetchPicture, intentMs, set)
  }
  return { onPointerEnter: begin, onFocus: begin, onPointerCancel: forget, onMouseLeave: forget }
}

function forget(): void {
  clearTimeout(timer)
}

function fetchPicture(set: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (fetched.has(set) || connection?.saveData) return
  fetched.add(set)
  Object.assign(new Image(), { sizes: garmentPictureSizes, srcset: set })
}
