import { allServices } from '#features/settings/delivery.ts'

/** The names of the delivery services that the shop offers now, by id. */
export const deliveryServices: ReadonlyMap<string, string> = new Map(allServices.map(({ id, label }) => [id, label]))

/** 'Royal Mail Tracked 24'; the id of a service that is no longer offered; null where none is chosen yet. */
export function nameOfService(id: string | null): string | null {
  return id === null ? null : (deliveryServices.get(id) ?? id)
}
