import { pictureSet, type StoredPicture } from '#ui/picture.tsx'

/** How wide a garment's first picture is shown on its page. */
export const garmentPictureSizes = '(width >= 64rem) 52vw, 100vw'

/** As long as the router waits before it takes a pointer that rests for a wish to go there. */
const intentMs = 100
const fetched = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * For a link to a garment: fetches its first picture once it seems that somebody goes there, as the garment's page will ask
 * for it. Once for each, and never where data is to be saved. A finger that begins to scroll takes its wish back.
 */
export function pictureAhead(picture: StoredPicture | null) {
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
