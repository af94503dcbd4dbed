/**
 * The page of ours a letter leads to. It asks for a click before the token is used, since mail scanners follow links;
 * `redirectTo` is where it goes afterwards, already checked when the letter was asked for.
 */
export function confirmLink({
  siteUrl,
  token,
  type,
  redirectTo,
}: {
  siteUrl: string
  token: string
  type: string
  redirectTo: string
}): string {
  const query = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo })
  return `${siteUrl}/confirm?${query}`
}
