/**
 * The page of ours a letter leads to. It asks for a click before the token is used, since mail scanners follow links;
 * `redirectTo` is where it goes afterwards, already checked when the letter was asked for; `setPassword`: following the
 * link puts the account's password away, so the page asks for one.
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
