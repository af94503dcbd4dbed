import { useState } from 'react'
import { formatDayAndYear } from '#base/calendar-day.ts'
import { formatPence, type Pence, parseTyped, pence } from '#base/money.ts'
import { joinNames } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import type { Settings } from '#features/settings/admin/settings.contract.ts'
import { todaysZones } from '#features/settings/admin/settings-queries.ts'
import { deliveryServices, zoneOf } from '#features/settings/delivery.ts'
import { dutyRuleOf, ownDutyOn } from '#features/settings/duties.ts'
import type { GetResponse } from '#platform/http/contract.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { landedCost, vatRates } from '../landed-cost.ts'

/** A first value for the field; the owner enters that of the day. */
const usualEuro = '0.87'

type CostSectionProps = { settings: Settings; country: string; garments: GetResponse<'garments-to-send'>['garments'] }

/** What a garment costs a customer there, in the end. */
export function CostSection({ settings, country, garments }: CostSectionProps) {
  const [chosen, setChosen] = useState('')
  const [euro, setEuro] = useState(usualEuro)
  const garment = garments.find(({ id }) => id === chosen) ?? garments[0]
  const goodsPence = pence(garment?.price_pence ?? 0)
  const [service] = deliveryServices({ country, goodsPence }, todaysZones(settings))
  const usesEuro =
    zoneOf(country, todaysZones(settings)) !== null &&
    dutyRuleOf(country, new Date(settings.now)).name === 'European Union'
  return (
    <AccountSection
      id="landed-cost"
      title="What one garment costs there"
      note="Price, delivery, duty and import tax together, so that you know what a customer there pays in the end. An estimate, not a quote."
    >
      {garment && service ? (
        <>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <SelectField
              label="Garment"
              prompt={null}
              choices={garments}
              value={garment.id}
              onChange={({ target }) => setChosen(target.value)}
            />
            {usesEuro && (
              <Field
                label="One euro, in £"
                name="euro"
                value={euro}
                inputMode="decimal"
                onChange={({ target }) => setEuro(target.value)}
                hint="Enter the rate of the day."
                error={parseTyped(euro) ? undefined : 'Please enter an amount such as 0.87.'}
                autoComplete="off"
              />
            )}
          </div>
          <Costs
            settings={settings}
            country={country}
            goodsPence={goodsPence}
            deliveryPence={service.pricePence}
            pencePerEuro={parseTyped(euro) ?? 87}
          />
        </>
      ) : (
        <p>
          {service ? 'No garment is on sale.' : 'Put the country in a zone first, so that it has a delivery price.'}
        </p>
      )}
    </AccountSection>
  )
}

type CostsProps = {
  settings: Settings
  country: string
  goodsPence: Pence
  deliveryPence: Pence
  pencePerEuro: number
}

function Costs({ settings, country, goodsPence, deliveryPence, pencePerEuro }: CostsProps) {
  const day = shopDate(new Date(settings.now))
  const own = ownDutyOn(settings.duties.value, country, day)
  const { paidBy } = own ?? dutyRuleOf(country, new Date(settings.now))
  const { dutyPence, isFlat, taxPence, taxPercent, handlingPence, sumPence } = landedCost({
    country,
    day,
    paidBy,
    goodsPence,
    deliveryPence,
    pencePerEuro,
    dutyPercent: own?.dutyPercent ?? null,
    taxPercent: own?.taxPercent ?? null,
  })
  const amount = (one: Pence | null) => (one === null ? 'Not known' : formatPence(one))
  const rows: [string, string][] = [
    ['Garment', formatPence(goodsPence)],
    ['Delivery', formatPence(deliveryPence)],
    [isFlat ? 'Duty, €3 for its tariff code' : 'Duty', amount(dutyPence)],
    [taxPercent ? `Import tax, ${taxPercent}%` : 'Import tax', amount(taxPence)],
  ]
  if (handlingPence > 0) rows.push(['Royal Mail’s handling', formatPence(handlingPence)])
  return (
    <div className="pt-6">
      <dl className="max-w-[30rem]">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-x-6 border-line border-b py-2">
            <dt>{name}</dt>
            <dd className="price">{value}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-x-6 py-2">
          <dt className="font-medium">In all</dt>
          <dd className="price font-medium">{amount(sumPence)}</dd>
        </div>
      </dl>
      <p className="max-w-[38em] pt-2 text-small">
        {sumPence === null
          ? missingRates(dutyPence, taxPercent)
          : whoPays({ paidBy, shownPence: pence(goodsPence + deliveryPence), sumPence })}
      </p>
      {vatRates.percent[country] === taxPercent && taxPercent && (
        <p className="max-w-[38em] pt-1 text-ink-soft text-small">
          VAT as in the Commission’s{' '}
          <a href={vatRates.source} target="_blank" rel="noopener noreferrer" className="link">
            Taxes in Europe
          </a>{' '}
          on {formatDayAndYear(new Date(vatRates.checkedOn))}.
        </p>
      )}
    </div>
  )
}

function missingRates(dutyPence: Pence | null, taxPercent: number | null): string {
  const missing = [dutyPence === null && 'duty', taxPercent === null && 'import tax'].filter((part) => part !== false)
  return `This program doesn’t know the ${joinNames(missing)} here. Choose who pays under “Customs and tax” and enter the rate.`
}

type PaymentsProps = { paidBy: 'customer' | 'shop' | null; shownPence: Pence; sumPence: Pence }

function whoPays({ paidBy, shownPence, sumPence }: PaymentsProps): string {
  const rest = pence(sumPence - shownPence)
  if (rest === 0) return `The customer pays you ${formatPence(shownPence)}, and nothing on arrival.`
  return paidBy === 'shop'
    ? `The customer pays you ${formatPence(shownPence)}, and you pay ${formatPence(rest)} of it at the border.`
    : `The customer pays you ${formatPence(shownPence)}, and the carrier ${formatPence(rest)} with its own handling fee on top.`
}
