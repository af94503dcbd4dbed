/** The setting for e-mails to the owner, as the API returns it. */
export type OwnerEmailsResponse = {
  /** The shop's own address, the default. */
  shop: string
  /** The chosen address, `off` for no e-mails, or null for the shop's address. */
  to: string | null
  /** The setting's version; null while it was never saved. */
  version: string | null
}
