/** The id of the element that holds the region of notices. */
export const regionId = 'notices'

/**
 * Where notices appear while it is in the page, such as in an open dialog: there they cover nothing, and the keyboard,
 * which a dialog keeps inside, reaches their buttons.
 */
export function NoticePlace() {
  return <div ref={takeNotices} data-notice-place="" className="notice-place" />
}

function takeNotices(place: HTMLElement | null): () => void {
  const region = document.getElementById(regionId)
  if (region) place?.append(region)
  return () => document.body.append(...(place?.children ?? []))
}
