/**
 * The confirmation page that an e-mail links to. The page uses the token only after a click, since mail scanners follow
 * links. `redirectTo` is the page to open afterwards, validated when the e-mail was requested; `setPassword`:
 * confirming removes the account's password, so the page requires a new one.
 */
export function confirmLink({
  siteUrl,
  token,
  type,
  redirectTo,
  setPassword = false,
}: {
  siteUrl: string
  token: string
  type: string
  redirectTo: string
  setPassword?: boolean
}): string {
  const query = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo })
  if (setPassword) query.set('set_password', '1')
  return `${siteUrl}/confirm?${query}`
}
