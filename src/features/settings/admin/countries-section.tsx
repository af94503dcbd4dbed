import { DraftOffer } from '#admin/draft-offer.tsx'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { countryName, joinNames } from '#base/names.ts'
import { shop, type Zone } from '#shop'
import { duties, dutiesCheckedOn } from '#shop-duties'
import { AccountSection } from '#ui/account-section.tsx'
import { sortCountries } from '../delivery.ts'
import { dutyRuleOf } from '../duties.ts'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

const [homeZone, ...abroad]: readonly Zone[] = shop.zones
const home = homeZone?.countries[0] ?? 'GB'

/** The countries of the zones, each with a switch of its own, and what the shop knows of their customs. */
export function CountriesSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
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
      note="Switch off a single country of a zone, for example one where you would pay the duty. Payment pages already open can still be paid."
    >
      {closed.length > 0 && (
        <p className="mb-6 max-w-[34em] border-mulberry border-l-2 pl-4">
          <strong className="font-medium">The European Union and Northern Ireland are closed.</strong> Since December
          2024, product pages there must name a responsible person established in the EU or, for Northern Ireland, also
          in Northern Ireland (Regulation (EU) 2023/988). Enter yours under <code>responsiblePerson</code> in{' '}
          <code>shop.config.ts</code> and start the shop again. An example doesn’t count.
        </p>
      )}
      <form onSubmit={form.submit} className="grid gap-y-6">
        <DraftOffer draft={form.draft} />
        <div>
          {[homeZone, ...abroad].map(
            (zone) =>
              zone && (
                <details key={zone.id} className="group border-line border-b">
                  <summary className="flex min-h-14 cursor-pointer items-center gap-x-3">
                    <span
                      aria-hidden="true"
                      className="text-mulberry transition-transform duration-200 group-open:rotate-90"
                    >
                      ›
                    </span>
                    <span>
                      <span className="font-serif text-name leading-tight">{zone.name}</span>
                      <span className="block text-ink-soft text-small">{onText(zone, off, closed)}</span>
                    </span>
                  </summary>
                  <ul className="grid gap-x-6 pb-4 sm:grid-cols-2">
                    {sortCountries(zone.countries, home).map((country) => (
                      <li key={country}>
                        <label className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 has-disabled:cursor-default">
                          <input
                            type="checkbox"
                            checked={country === home || !(off.includes(country) || closed.includes(country))}
                            disabled={country === home || closed.includes(country)}
                            onChange={() => turn(country)}
                            className="size-5 accent-mulberry"
                          />
                          <span>
                            {countryName(country)}
                            {dutyRuleOf(country).paidBy === 'shop' && (
                              <span className="block text-mulberry text-small">You pay the duty</span>
                            )}
                          </span>
                        </label>
                      </li>
                    ))}
                  </ul>
                </details>
              ),
          )}
          <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
            {form.problem}
          </p>
        </div>
        <SettingConflict form={form} name="countries_off" label="Countries" describe={offText} />
        <SettingEffect>{offText(off)}</SettingEffect>
        <SaveButton {...form} />
      </form>
      <details className="group mt-8">
        <summary className="flex min-h-11 cursor-pointer items-center gap-x-3">
          <span aria-hidden="true" className="text-mulberry transition-transform duration-200 group-open:rotate-90">
            ›
          </span>
          What customers read about customs: please check it
        </summary>
        <p className="mt-2 max-w-[34em] text-ink-soft text-small">
          As known on {formatDayAndYear(new Date(dutiesCheckedOn))}, from <code>shop.duties.ts</code>. Rules change.
          This is not legal advice.
        </p>
        <dl className="mt-3 grid max-w-[44em] gap-y-3 text-small">
          {duties.map(({ name, text, source }) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-ink-soft">
                {text}{' '}
                {source && (
                  <a href={source} target="_blank" rel="noopener noreferrer" className="link">
                    Source
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </AccountSection>
  )
}

function onText({ countries }: Zone, off: readonly string[], closed: readonly string[]): string {
  const on = countries.filter((country) => country === home || !(off.includes(country) || closed.includes(country)))
  return on.length === countries.length ? `All ${on.length} countries` : `${on.length} of ${countries.length} countries`
}

function offText(off: readonly string[]): string {
  return off.length === 0
    ? 'No single country is switched off.'
    : `Customers can’t choose ${joinNames(sortCountries(off, home).map(countryName))}.`
}
