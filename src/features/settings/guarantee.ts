/**
 * The harmonised notice on the legal guarantee, which sellers to consumers in the European Union show before the order and
 * in its confirmation since 27 September 2026 (Directive (EU) 2024/825). The official file is shown unchanged.
 */
export const guaranteeSource = 'https://eur-lex.europa.eu/eli/reg_impl/2025/1960/oj'

/** The bucket of official files, which serves the bytes it was given. */
export const noticeBucket = 'legal-notices'

/** An uploaded notice. `language`: ISO 639-1. `url`: the path of the stored file. */
export type GuaranteeNotice = { language: string; url: string }

/** Read by customers where the notice in their language is not uploaded. */
export const guaranteeSentence =
  'In the European Union, goods have a legal guarantee of conformity of at least two years.'

/** The official languages of the European Union, as the notice has them. */
export const noticeLanguages = {
  bg: 'Bulgarian',
  hr: 'Croatian',
  cs: 'Czech',
  da: 'Danish',
  nl: 'Dutch',
  en: 'English',
  et: 'Estonian',
  fi: 'Finnish',
  fr: 'French',
  de: 'German',
  el: 'Greek',
  hu: 'Hungarian',
  ga: 'Irish',
  it: 'Italian',
  lv: 'Latvian',
  lt: 'Lithuanian',
  mt: 'Maltese',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  sk: 'Slovak',
  sl: 'Slovenian',
  es: 'Spanish',
  sv: 'Swedish',
} as const satisfies Record<string, string>

/** The languages of each member state, the most spoken first. */
const languagesOf: Record<string, (keyof typeof noticeLanguages)[]> = {
  AT: ['de'],
  BE: ['nl', 'fr', 'de'],
  BG: ['bg'],
  HR: ['hr'],
  CY: ['el'],
  CZ: ['cs'],
  DK: ['da'],
  EE: ['et'],
  FI: ['fi', 'sv'],
  FR: ['fr'],
  DE: ['de'],
  GR: ['el'],
  HU: ['hu'],
  IE: ['en', 'ga'],
  IT: ['it'],
  LV: ['lv'],
  LT: ['lt'],
  LU: ['fr', 'de'],
  MT: ['mt', 'en'],
  NL: ['nl'],
  PL: ['pl'],
  PT: ['pt'],
  RO: ['ro'],
  SK: ['sk'],
  SI: ['sl'],
  ES: ['es'],
  SE: ['sv'],
}

/**
 * What a customer in a country is shown: the notice in a language of the country, else the English one, else only the
 * sentence (`notice` null). Null outside the European Union.
 */
export function guaranteeFor(
  country: string,
  notices: readonly GuaranteeNotice[],
): { notice: GuaranteeNotice | null } | null {
  const languages = languagesOf[country]
  if (!languages) return null
  const inOrder = [...languages, 'en'].map((language) => notices.find((notice) => notice.language === language))
  return { notice: inOrder.find((notice) => notice !== undefined) ?? null }
}

/** The languages of these countries without a notice, each once. */
export function missingNotices(countries: readonly string[], notices: readonly GuaranteeNotice[]): string[] {
  const needed = new Set(countries.flatMap((country) => languagesOf[country]?.slice(0, 1) ?? []))
  return [...needed].filter((language) => notices.every((notice) => notice.language !== language))
}
