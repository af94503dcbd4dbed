const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const otherNames: Record<string, string> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'united states of america': 'US',
  'republic of ireland': 'IE',
  holland: 'NL',
  uae: 'AE',
}

let names: Map<string, string> | undefined

/** The two letters of a country by its English name, or by the letters in any case; null for any other text. */
export function countryCode(text: string): string | null {
  names ??= readNames()
  return names.get(text.trim().toLowerCase()) ?? null
}

function readNames(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (const first of letters)
    for (const second of letters) {
      const name = english.of(first + second)
      if (!name) continue
      // Letters that a country no longer uses, or never did officially, become those it has: UK is GB.
      const code = new Intl.Locale(`und-${first}${second}`).region ?? first + second
      found.set(name.toLowerCase(), code)
      found.set((first + second).toLowerCase(), code)
    }
  for (const [name, code] of Object.entries(otherNames)) found.set(name, code)
  return found
}
