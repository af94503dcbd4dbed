/** Where letters to the owner go. */
export type OwnerLettersAnswer = {
  /** The shop's own address, where they go unless she says otherwise. */
  shop: string
  /** An address she named, `off` for none at all, or null: to the shop's. */
  to: string | null
  /** Of what she said; null: nothing yet. */
  version: string | null
}
