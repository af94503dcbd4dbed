import { adminMeta } from '#admin/admin-meta.ts'
import { countryName } from '#base/names.ts'
import { Destination } from '#features/postage/destinations/admin/destination.tsx'
import { payableCountries } from '#features/settings/delivery-versions.ts'
import { Link } from '#ui/link.tsx'
import type { Route } from './+types/destination.page.ts'
import { AdminFrame } from './admin-frame.tsx'

export function meta({ params }: Route.MetaArgs) {
  return adminMeta(isCountry(params.country) ? `Delivery to ${countryName(params.country)}` : 'Delivery')
}

const isCountry = (code: string) => payableCountries().includes(code)

export default function DestinationPage({ params: { country } }: Route.ComponentProps) {
  return (
    <AdminFrame title={isCountry(country) ? countryName(country) : 'Delivery'}>
      <p className="flex flex-wrap gap-x-8 pt-4">
        <Link
          to="/admin/settings?section=delivery#countries"
          className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry"
        >
          <span className="link">All countries</span>
        </Link>
      </p>
      {isCountry(country) ? (
        <Destination key={country} country={country} />
      ) : (
        <p className="pt-6">There is no such country.</p>
      )}
    </AdminFrame>
  )
}
