import { shop } from '#shop'

/** The names of the services by their ids, as the shop offers them now. */
export const deliveryServices: ReadonlyMap<string, string> = new Map(
  shop.zones.flatMap(({ services }) => services).map(({ id, label }) => [id, label]),
)

/** 'Royal Mail Tracked 24'; of a service that is offered no more its own short name, null where none is chosen yet. */
export function nameOfService(id: string | null): string | null {
  return id === null ? null : (deliveryServices.get(id) ?? id)
}
