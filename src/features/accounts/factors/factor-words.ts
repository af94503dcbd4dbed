import type { Factor } from '@supabase/supabase-js'

type Named = Pick<Factor, 'factor_type' | 'friendly_name'>

const kinds: Record<string, string> = {
  totp: 'Authenticator app',
  phone: 'Text message',
  webauthn: 'Passkey or security key',
}

/** What kind of thing a factor is, in plain words. */
export function factorKind({ factor_type }: Named): string {
  return kinds[factor_type] ?? 'Second factor'
}

/** What she calls it, else what it is. */
export function factorName(factor: Named): string {
  return factor.friendly_name || factorKind(factor)
}

/** A name no factor of hers has yet: `wanted`, or with the next number behind it. */
export function freeName(wanted: string, factors: readonly Named[]): string {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name))
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`
  return name
}
