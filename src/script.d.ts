/** A module as the text of a script: scripts/script-text.ts. */
declare module '*?script' {
  export const script: string
}
