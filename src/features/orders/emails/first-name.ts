const titles =
  words(`mr mrs ms miss mx mister madam mistress dr doctor prof professor rev revd reverend sir dame lady lord hon
  fr father sister sr pastor rabbi rebbetzin imam sheikh sheikha shaykh haji hajji hajja hajjah alhaji alhaja chief barrister
  engr capt captain col major sgt lt herr frau hr fru mme mlle madame mademoiselle monsieur sig signora dott sra srta señor
  señora doña dña senhora r' mevrouw mevr mw pani smt shri`)

/** A name that begins with one of these has a surname first, or names more than one person. */
const noNames = words(
  `the and & + company c/o 't van von der den de del della da la le el al bin bint ibn abu umm ter zu`,
)

/**
 * 'Mary' of 'Mary Ann Smith' and of 'Mrs Mary Smith'; null where the field is empty or holds no given name, such as 'Mrs Smith',
 * 'J A Smith' or 'The Smith Family'.
 */
export function firstName(name: string | null): string | null {
  const parts = (name ?? '').trim().split(/\s+/)
  if (parts.some((part) => isOf(households, part))) return null
  const from = parts.findIndex((part) => !isOf(titles, part))
  const first = parts[from] ?? ''
  // After a title a single name is the surname.
  if (from > 0 && from === parts.length - 1) return null
  return isOf(noNames, first) || !/^\p{L}(?:[\p{L}\p{M}’'-]|\u200c|\u200d){1,29}$/u.test(first) ? null : first
}

const households = words('family familie household estate')

function isOf(known: ReadonlySet<string>, part: string): boolean {
  return known.has(part.toLowerCase().replace(/’/g, "'").replace(/\./g, ''))
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
