/** A run of words: plain, strong, or a link. Texts are plain: HTML escapes them. */
export type Piece = string | { strong: string } | { href: string; label: string }
export type Said = string | Piece[]

/** A garment in a letter. `amount` as it is read, '£89.00'; `pictureUrl` is absolute and decoration. */
export type Good = { name: string; details: string[]; amount?: string; pictureUrl: string | null }

/** What a letter is put together from, in the order it is read. */
export type Block =
  | { say: Said }
  /** What only some readers need. */
  | { aside: Said }
  /** What is there to be kept and looked up, in smaller letters. */
  | { small: Said }
  /** The last word, a little apart. */
  | { foot: Said }
  | { title: string }
  | { code: string }
  /** The one thing to do; `quiet` is for what most readers need not do. */
  | { link: string; label: string; quiet?: true }
  /** Things to choose between, none before the others. */
  | { choices: { link: string; label: string }[] }
  | { facts: [label: string, fact: string][] }
  | { goods: Good[] }
  /** The last is the sum of the others. */
  | { sums: [label: string, amount: string][] }
  /** Lines that are read as lines, as on a label. */
  | { lines: string[] }
  | { verse: string; reference: string }

/** A letter before it is HTML and text: both are made of the same blocks, so neither says what the other does not. */
export type Composition = {
  subject: string
  preview: string
  heading: string
  blocks: Block[]
  /** Whom an answer reaches, for a letter to the shop; without it the shop itself, and the letter says so. */
  answerTo?: string
  /** The blocks themselves say where questions go. */
  hasHelp?: true
}
