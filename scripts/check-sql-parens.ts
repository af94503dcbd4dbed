/** A place in a file where SQL says `or` outside any bracket: line from 1, and the line's text. */
export type UnbracketedOr = { line: number; text: string }

const sqlTemplate = /\bsql(?:<[^`]*>)?`((?:[^`\\]|\\.)*)`/gs

/**
 * Every `or` of a tagged SQL text that stands in no bracket of that text. Such a text put beside an `and`, or a condition
 * added later, means something else than it says, and in a permission that is a hole.
 */
export function findUnbracketedOr(source: string): UnbracketedOr[] {
  return [...source.matchAll(sqlTemplate)].flatMap((match) => {
    const start = match.index + match[0].indexOf('`') + 1
    return openOrs(match[1] ?? '').map((at) => {
      const before = source.slice(0, start + at)
      const line = before.split('\n').length
      return { line, text: source.split('\n')[line - 1]?.trim() ?? '' }
    })
  })
}

/** Where in one SQL text an `or` stands at depth nought; quoted texts, comments and `${…}` are passed over. */
function openOrs(text: string): number[] {
  const plain = text
    .replace(/\$\{[^}]*\}/g, (hole) => ' '.repeat(hole.length))
    .replace(/'(?:[^']|'')*'|"[^"]*"|--[^\n]*/g, (quoted) => ' '.repeat(quoted.length))
  const found: number[] = []
  let depth = 0
  for (const { 0: token, index } of plain.matchAll(/[()]|\bor\b/gi)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0 && !/create\s+$/i.test(plain.slice(0, index))) found.push(index)
  }
  return found
}
