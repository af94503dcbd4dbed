import { formatPence, pence } from '#base/money.ts'
import { countryName, joinNames } from '#base/names.ts'
import { shop } from '#shop'
import type { Zone } from '#shop-defaults'
import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import { sortCountries } from '../delivery.ts'
import { dueOf } from '../duties.ts'
import { SettingEffect, SettingForm, useSettingForm } from './setting-form.tsx'
import { type SectionProps, todaysZones } from './settings-queries.ts'

/** The delivery zones. The shop's own country is always on. */
export function ZonesSection({ settings, save }: SectionProps) {
  const form = useSettingForm(settings.zones_off.value, (value) => save('zones_off', value), {
    name: 'zones_off',
    version: settings.zones_off.version,
  })
  const off = form.value
  const all = todaysZones(settings)
  const switchedOn = (ids: readonly string[]) => all.filter(({ id }, index) => index === 0 || !ids.includes(id))

  function turn(id: string) {
    form.type(off.includes(id) ? off.filter((other) => other !== id) : [...off, id])
  }

  return (
    <AccountSection
      id="delivery"
      title="Delivery"
      note="Customers can’t choose a zone that’s switched off, and carts set to one ask for another country. Payment pages already open can still be paid."
    >
      <SettingForm form={form} label="Delivery" describe={(zones) => whereTo(switchedOn(zones))}>
        <fieldset aria-describedby={form.problem ? 'zones-problem' : undefined}>
          <legend className="sr-only">Where the shop delivers</legend>
          {all.map((zone, index) => (
            <label
              key={zone.id}
              className="grid min-h-14 cursor-pointer grid-cols-[auto_1fr] items-start gap-x-4 border-line border-b py-3 has-disabled:cursor-default"
            >
              <input
                type="checkbox"
                checked={index === 0 || !off.includes(zone.id)}
                disabled={index === 0}
                onChange={() => turn(zone.id)}
                className="mt-1 size-5 accent-mulberry"
              />
              <span>
                <span className="font-serif text-name leading-tight">{zone.name}</span>
                <span className="block text-ink-soft text-small">
                  {index === 0 ? `Always on. ${rates(zone)}` : rates(zone)}
                </span>
              </span>
            </label>
          ))}
          <p id="zones-problem" role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
            {form.problem}
          </p>
        </fieldset>
        <SettingEffect>{whereTo(switchedOn(off))}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

/** '4 countries: Royal Mail Tracked 48 £4.50, free from £120.00; Royal Mail Tracked 24 £6.50.' */
function rates({ countries, services }: Zone): string {
  const prices = services.map(({ label, pricePence, freeFromPence }) => {
    const free = freeFromPence === null ? '' : `, free from ${formatPence(pence(freeFromPence))}`
    return `${label} ${formatPence(pence(pricePence))}${free}`
  })
  const count = countries.length === 1 ? '1 country' : `${countries.length} countries`
  return `${count}: ${prices.join('; ')}.`
}

function whereTo(on: readonly Zone[]): string {
  const names = joinNames(on.map(({ name }) => name))
  const count = on.reduce((sum, { countries }) => sum + countries.length, 0)
  return `Customers can choose from ${count} countries: ${names}.`
}

/** The countries of the zones, each with a switch of its own, and what the shop knows of their customs. */
export function CountriesSection({ settings, save }: SectionProps) {
  const form = useSettingForm(settings.countries_off.value, (value) => save('countries_off', value), {
    name: 'countries_off',
    version: settings.countries_off.version,
  })
  const off = form.value
  const closed = settings.closed_by_law

  function turn(country: string) {
    form.type(off.includes(country) ? off.filter((other) => other !== country) : [...off, country])
  }

  return (
    <AccountSection
      id="countries"
      title="Countries"
      note="Switch off a single country of a zone, for example one where you would pay the duty. Each has a page that says what its laws, carriers and customs ask for. Payment pages already open can still be paid."
    >
      {closed.length > 0 && (
        <p className="mb-6 max-w-[34em] border-mulberry border-l-2 pl-4">
          <strong className="font-medium">The European Union and Northern Ireland are closed.</strong> Since December
          2024, product pages there must name a responsible person established in the EU or, for Northern Ireland, also
          in Northern Ireland (Regulation (EU) 2023/988).{' '}
          <Link to="/admin/settings?section=delivery#responsible-person" className="link text-mulberry">
            Enter yours
          </Link>
          , and they open at once. An example doesn’t count.
        </p>
      )}
      <SettingForm form={form} label="Countries" describe={offText}>
        <div>
          {todaysZones(settings).map((zone) => (
            <details key={zone.id} className="group border-line border-b">
              <summary className="flex cursor-pointer items-center gap-x-3 py-3">
                <Marker />
                <span>
                  <span className="font-serif text-name leading-tight">{zone.name}</span>
                  <span className="block text-ink-soft text-small">{onText(zone, off, closed)}</span>
                </span>
              </summary>
              <ul className="grid gap-x-6 pb-4 sm:grid-cols-2">
                {sortCountries(zone.countries, shop.country).map((country) => (
                  <li key={country} className="flex items-center justify-between gap-x-4">
                    <label className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 has-disabled:cursor-default">
                      <input
                        type="checkbox"
                        checked={country === shop.country || !(off.includes(country) || closed.includes(country))}
                        disabled={country === shop.country || closed.includes(country)}
                        onChange={() => turn(country)}
                        className="size-5 accent-mulberry"
                      />
                      <span>
                        {countryName(country)}
                        {dueOf(country, new Date(settings.now)).paidBy === 'shop' && (
                          <span className="block text-mulberry text-small">You pay the duty</span>
                        )}
                      </span>
                    </label>
                    <Link
                      to={`/admin/delivery/${country}`}
                      className="inline-flex min-h-11 items-center text-mulberry text-small"
                    >
                      <span className="link">
                        What it asks for<span className="sr-only"> in {countryName(country)}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
            {form.problem}
          </p>
        </div>
        <SettingEffect>{offText(off)}</SettingEffect>
      </SettingForm>
    </AccountSection>
  )
}

/** Turns while its `group` is open. */
function Marker() {
  return (
    <span aria-hidden="true" className="text-mulberry transition-transform duration-200 group-open:rotate-90">
      ›
    </span>
  )
}

function onText({ countries }: Zone, off: readonly string[], closed: readonly string[]): string {
  const on = countries.filter(
    (country) => country === shop.country || !(off.includes(country) || closed.includes(country)),
  )
  if (countries.length === 1) return on.length === 1 ? countryName(countries[0] ?? '') : 'Switched off'
  return on.length === countries.length ? `All ${on.length} countries` : `${on.length} of ${countries.length} countries`
}

function offText(off: readonly string[]): string {
  return off.length === 0
    ? 'No single country is switched off.'
    : `Customers can’t choose ${joinNames(sortCountries(off, shop.country).map(countryName))}.`
}
