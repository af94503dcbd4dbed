/** Where a letter's link leads in the end: back to this page. */
export function letterTarget(): string {
  return `${window.location.origin}/account`
}
