import { shop } from '#shop'
import { letterOf } from '../settings/delivery.ts'

/** A row of the table of service codes. `key`: the delivery service's id, for one country alone with it. */
export type ServiceRow = { key: string; label: string; suggestion: string }

/** The codes of pay-as-you-go accounts, as Click & Drop lists them; account holders have others. */
const suggestions: Record<string, string> = {
  'tracked-24': 'TOLP24',
  'tracked-48': 'TOLP48',
  'uk-letter': 'OLP2',
  'europe-tracked': 'ITROLP',
  'europe-letter': 'ISOLP',
  'world-tracked': 'ITROLP',
  'world-letter': 'ISOLP',
}

/** The United States take parcels with the duty paid only, which is a service of its own; no code of it is published. */
const ownCountries: Record<string, string> = { world: 'US' }

/** The delivery services of the shop, each with the code that it usually has. */
export function serviceRows(): ServiceRow[] {
  return shop.zones.flatMap((zone) => {
    const letter = letterOf(zone)
    const rows = [...zone.services, ...(letter ? [letter] : [])].map(({ id, label }) => ({
      key: id,
      label: `${zone.name}: ${label}`,
      suggestion: suggestions[id] ?? '',
    }))
    const country = ownCountries[zone.id]
    const [first] = zone.services
    if (!country || !first) return rows
    return [...rows, { key: `${first.id}:${country}`, label: 'United States, duty paid (PDDP)', suggestion: '' }]
  })
}

/** The service code of an order; null lets Click & Drop's own shipping rules decide. */
export function serviceCodeOf(
  services: Record<string, string>,
  service: string | null,
  country: string,
): string | null {
  return services[`${service}:${country}`] || services[service ?? ''] || null
}
