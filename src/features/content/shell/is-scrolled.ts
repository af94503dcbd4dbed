/** Whether the page is scrolled so far that its header is small. */
export function isScrolled(): boolean {
  return window.scrollY > 20
}
