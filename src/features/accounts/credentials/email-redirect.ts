/** The page to open after the link of an e-mail is confirmed: this one. */
export function emailRedirectUrl(): string {
  return `${window.location.origin}/account`
}
