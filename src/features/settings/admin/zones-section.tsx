import { DraftOffer } from '#admin/draft-offer.tsx'
import { formatPence, pence } from '#base/money.ts'
import { joinNames } from '#base/names.ts'
import { shop, type Zone } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { SaveButton, SettingConflict, SettingEffect, useSettingForm } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import type { SaveSetting } from './settings-queries.ts'

/** The delivery zones. The shop's own country is always on. */
export function ZonesSection({ settings, save }: { settings: Settings; save: SaveSetting }) {
  const form = useSettingForm(settings.zones_off.value, (value) => save('zones_off', value), {
    name: 'zones_off',
    version: settings.zones_off.version,
  })
  const off = form.value

  function turn(id: string) {
    form.type(off.includes(id) ? off.filter((other) => other !== id) : [...off, id])
  }

  return (
    <AccountSection
      id="delivery"
      title="Delivery"
      note="Customers can’t choose a zone that’s switched off, and carts set to one ask for another country. Payment pages already open can still be paid."
    >
      <form onSubmit={form.submit} className="grid gap-y-6">
        <DraftOffer draft={form.draft} />
        <fieldset aria-describedby={form.problem ? 'zones-problem' : undefined}>
          <legend className="sr-only">Where the shop delivers</legend>
          {shop.zones.map((zone, index) => (
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
        <SettingConflict
          form={form}
          name="zones_off"
          label="Delivery"
          describe={(zones) => whereTo(switchedOn(zones))}
        />
        <SettingEffect>{whereTo(switchedOn(off))}</SettingEffect>
        <SaveButton {...form} />
      </form>
    </AccountSection>
  )
}

/** '4 countries: Royal Mail Tracked 48 £4.50, free from £120.00; Royal Mail Tracked 24 £6.50.' */
function rates({ countries, services }: Zone): string {
  const prices = services.map(({ label, pricePence, freeFromPence }) => {
    const free = freeFromPence === null ? '' : `, free from ${formatPence(pence(freeFromPence))}`
    return `${label} ${formatPence(pence(pricePence))}${free}`
  })
  return `${countries.length} countries: ${prices.join('; ')}.`
}

function switchedOn(off: readonly string[]): Zone[] {
  return shop.zones.filter(({ id }, index) => index === 0 || !off.includes(id))
}

function whereTo(on: readonly Zone[]): string {
  const names = joinNames(on.map(({ name }) => name))
  const count = on.reduce((sum, { countries }) => sum + countries.length, 0)
  return `Customers can choose from ${count} countries: ${names}.`
}
