import { outerCloth } from '#features/catalogue/samples.ts'

/** A garment's cloth as a swatch names it: 'Crêpe', 'Cotton voile', 'Linen, washed'; what it is of, and what it is like. */
export type ClothText = { title: string; fibres: string | null; character: string | null }

type Described = { name: string; fabric: string | null; description: string; modestyNotes: string | null }

/** Reads the cloth's name, fibres and character from the garment's own texts; without a fabric it has the garment's name. */
export function describeCloth({ name, fabric, description, modestyNotes }: Described): ClothText {
  const outer = outerCloth(fabric)
  const [, named, fibres] = /^(\p{L}[^:%]{1,40}): (.+)$/u.exec(outer ?? '') ?? []
  const title = named ?? (outer && withoutShares(outer)) ?? name
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    fibres: fibres ?? (outer && /\d%.*\d%/.test(outer) ? outer : null),
    character: characterOf(title, description) ?? opacityOf(modestyNotes),
  }
}

/** 'linen, washed' of '100% linen, washed'; the first fibre of several. */
function withoutShares(outer: string): string {
  const [first = '', ...others] = outer.split(', ')
  return [first.replace(/^\d{1,3}%\s*/, ''), ...others.filter((part) => !part.includes('%'))].join(', ')
}

const qualities =
  /\b(weighs?|weight|heavy|light|soft|softens|crisp|matt|dense|smooth|drapes?|cool|warm|sheen|fluid|supple|springy|brushed|stiff)\b/i

/** The sentence of a description that says what the cloth is like: it names the cloth, and a quality. */
function characterOf(title: string, description: string): string | null {
  const words = [...(title.toLowerCase().split(',')[0] ?? '').split(' '), 'cloth']
  const isOfCloth = (said: string) => words.some((word) => word && said.toLowerCase().includes(word))
  return description.split(/(?<=[.!?])\s+/).find((said) => qualities.test(said) && isOfCloth(said)) ?? null
}

/** The first sentence of the note on opacity. */
function opacityOf(notes: string | null): string | null {
  const [, sentence = null] = /^Opacity: ([^\n]+?\.)(?=\s|$)/m.exec(notes ?? '') ?? []
  return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
