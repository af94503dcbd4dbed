import type { ZoneWords } from '../delivery-zones.ts'

/** Delivery prices and times, zone by zone. */
export function ZoneTable({ zones }: { zones: readonly ZoneWords[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Delivery by zone</caption>
      <thead>
        <tr className="label border-mulberry border-b text-mulberry">
          <th scope="col" className="py-2 pr-3 font-medium">
            To
          </th>
          <th scope="col" className="px-2 py-2 font-medium">
            Price
          </th>
          <th scope="col" className="py-2 pl-2 font-medium">
            After dispatch
          </th>
        </tr>
      </thead>
      <tbody>
        {zones.flatMap((zone) =>
          zone.services.map((service) => (
            <tr key={service.id} className="border-line border-b align-baseline">
              <th scope="row" className="py-2.5 pr-3 font-normal leading-tight">
                {zone.name}
                <span className="block text-ink-soft text-small">{service.label}</span>
              </th>
              <td className="px-2 py-2.5 tabular-nums leading-tight">{service.price}</td>
              <td className="py-2.5 pl-2 leading-tight">{service.transit}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
