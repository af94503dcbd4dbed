import { countryName } from '#base/names.ts'
import { dueOf } from '#features/settings/duties.ts'
import type { Zone } from '#shop-defaults'
import { listServices } from '../settings/delivery.ts'

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

/**
 * The delivery services of zones, those of other days too, each once with the code that it usually has. Countries that
 * take parcels with the duty paid only have a service of their own at the carrier; no code of it is published.
 */
export function serviceRows(zones: readonly Zone[], now: Date): ServiceRow[] {
  const rows = zones.flatMap((zone) => {
    const services = listServices([zone]).map(({ id, label }) => ({
      key: id,
      label: `${zone.name}: ${label}`,
      suggestion: suggestions[id] ?? '',
    }))
    const prepaid = zone.countries.filter((country) => dueOf(country, now).paidBy === 'shop')
    const codes = prepaid.flatMap((country) =>
      zone.services.slice(0, 1).map(({ id }) => ({
        key: `${id}:${country}`,
        label: `${countryName(country)}, duty paid (PDDP)`,
        suggestion: '',
      })),
    )
    return [...services, ...codes]
  })
  return rows.filter(({ key }, index) => rows.findIndex((row) => row.key === key) === index)
}

/** The service code of an order; null lets Click & Drop's own shipping rules decide. */
export function serviceCodeOf(
  services: Record<string, string>,
  service: string | null,
  country: string,
): string | null {
  return services[`${service}:${country}`] || services[service ?? ''] || null
}
