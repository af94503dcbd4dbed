/**
 * The reason of a provider's failure, for the log: names, codes and messages of an error and its causes. Other fields
 * of the libraries' errors, such as whole responses with tokens and addresses, are left out.
 */
export function describeFailure(error: unknown): string {
  const parts: string[] = []
  for (let each = error; each instanceof Error && parts.length < 5; each = each.cause) {
    const code = 'code' in each && typeof each.code === 'string' ? ` ${each.code}` : ''
    const word = 'error' in each && typeof each.error === 'string' ? ` (${each.error.slice(0, 100)})` : ''
    parts.push(`${each.name}${code}: ${each.message}${word}`)
  }
  return parts.join('; because ') || 'something that is no error was thrown'
}
