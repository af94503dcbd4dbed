/** The address at which a document is edited. */
export function editAddress(path: string): string {
  const [, email] = /^mail:(.+)$/.exec(path) ?? []
  return email ? `/admin/emails/${email}` : `/admin/pages/edit?path=${encodeURIComponent(path)}`
}
