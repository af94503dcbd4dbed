/** The part of the United Kingdom where a company is registered, by the letters of its number. */
export function companyRegister(companyNumber: string): string {
  if (/^S[^E]/.test(companyNumber)) return 'Scotland'
  return companyNumber.startsWith('N') ? 'Northern Ireland' : 'England and Wales'
}
