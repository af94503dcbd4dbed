import type { Factor } from '@supabase/supabase-js'

type Named = Pick<Factor, 'factor_type' | 'friendly_name'>

const kinds: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Text message',
  webauthn: 'Passkey or security key',
}

/** The label of a factor's kind. */
export function factorKind({ factor_type }: Named): string {
  return kinds[factor_type] ?? 'Second step'
}

/** The user's name for a factor, otherwise the label of its kind. */
export function factorName(factor: Named): string {
  return factor.friendly_name || factorKind(factor)
}

/** A name that no other factor has: `preferred`, with a number where that is taken. */
export function freeName(preferred: string, factors: readonly Named[]): string {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name))
  let name = preferred
  for (let number = 2; taken.has(name); number += 1) name = `${preferred} ${number}`
  return name
}
