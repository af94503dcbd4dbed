import { formatDayAndYear, formatFullDay } from '#base/calendar-day.ts'
import { countryName } from '#base/names.ts'
import { shopDate } from '#base/shop-clock.ts'
import { type DutyRule, otherDuties } from '#shop-duties'
import { AccountSection } from '#ui/account-section.tsx'
import { CheckField, Choice } from '#ui/choice-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { dutyRuleOf, ownDutyOn } from '../duties.ts'
import { DutiesSchema, type TypedDuty, withDuty } from '../own-duties.ts'
import { PlannedChanges, plannedNotice, removedNotice } from './planned-changes.tsx'
import { SettingEffect, SettingForm, useSettingForm } from './setting-form.tsx'
import type { SectionProps } from './settings-queries.ts'

/** What is typed. `who`: by the program's rule, or by the owner's own entry. */
type Typed = { who: Who; text: string; duty: string; tax: string; from: string; all: boolean }
type Who = 'rule' | 'customer' | 'shop' | 'none'

/** What is due at a country's border, and who pays it: the program's rule, or what the owner enters from a day on. */
export function DutySection({ settings, save, country }: SectionProps & { country: string }) {
  const today = shopDate(new Date(settings.now))
  const rule = dutyRuleOf(country, new Date(settings.now))
  const all = settings.duties.value
  const own = ownDutyOn(all, country, today)
  const planned = all.filter(({ from, countries }) => from > today && countries.includes(country))
  const form = useSettingForm<Typed>(
    typedDue(own, today),
    (typed) => save('duties', withDuty(all, entryOf(typed, country, rule)), plannedNotice(typed.from, today)),
    { name: 'duties', part: country, version: settings.duties.version },
  )
  const { value } = form
  const change = (part: Partial<Typed>) => form.type({ ...value, ...part })
  const wrong = form.problem === null ? {} : problemsOf(entryOf(value, country, rule))
  const isElsewhere = Object.keys(wrong).length === 0

  function choose(who: Who) {
    const isOwnText = value.text !== '' && !isStandard(value.text, rule)
    change({ who, text: isOwnText ? value.text : standardText(who, rule) })
  }

  return (
    <AccountSection
      id="customs-and-tax"
      title="Customs and tax"
      note="Customers read this in the cart, in the FAQ and in their confirmation. An order keeps what was true when it was placed."
    >
      <Now rule={rule} own={own} />
      <PlannedChanges
        section="customs-and-tax"
        form={form}
        planned={planned}
        describe={({ due, countries }) => {
          const where = countries.length > 1 ? `, for ${countries.length} countries` : ''
          return `: ${payers[payerOf(due)].toLowerCase()}${where}`
        }}
        remove={(entry) =>
          save(
            'duties',
            all.filter((other) => other !== entry),
            removedNotice,
          )
        }
      />
      <div className="pt-6">
        <SettingForm form={form} label="Customs and tax" describe={describe} noValidate>
          <fieldset>
            <legend className="label text-ink-soft">Who pays duty and import tax</legend>
            {(Object.keys(payers) as Who[]).map((who) => (
              <Choice key={who} name="duty_paid_by" checked={value.who === who} onChange={() => choose(who)}>
                {who === 'rule' ? `As this program knows it: ${payers[payerOf(rule)].toLowerCase()}` : payers[who]}
              </Choice>
            ))}
          </fieldset>
          {value.who !== 'rule' && (
            <>
              <FieldFrame label="What customers read" error={wrong.text}>
                {(bound) => (
                  <textarea
                    {...bound}
                    name="duty_text"
                    rows={4}
                    value={value.text}
                    onChange={({ target }) => change({ text: target.value })}
                    className={`mt-1 ${inputLook}`}
                  />
                )}
              </FieldFrame>
              <div className="grid grid-cols-2 gap-x-6">
                <Field
                  label="Duty, %"
                  name="duty_percent"
                  value={value.duty}
                  inputMode="decimal"
                  onChange={({ target }) => change({ duty: target.value })}
                  hint="For the estimate below, no customer reads it. Blank: as this program knows it."
                  error={wrong.dutyPercent}
                  autoComplete="off"
                />
                <Field
                  label="Import tax, %"
                  name="tax_percent"
                  value={value.tax}
                  inputMode="decimal"
                  onChange={({ target }) => change({ tax: target.value })}
                  error={wrong.taxPercent}
                  autoComplete="off"
                />
              </div>
            </>
          )}
          {rule.countries.length > 1 && (
            <CheckField
              label={`For all ${rule.countries.length} countries of this rule: ${rule.name}`}
              name="duty_all"
              checked={value.all}
              onChange={(all) => change({ all })}
            />
          )}
          <Field
            label="Valid from"
            name="duty_from"
            type="date"
            min={today}
            value={value.from}
            onChange={({ target }) => change({ from: target.value })}
            hint="At midnight, UK time. Today counts at once."
            error={wrong.from ?? (isElsewhere ? form.problem : undefined)}
            className="max-w-[26rem]"
          />
          <SettingEffect>{effectOf(value, { country, rule, today })}</SettingEffect>
        </SettingForm>
      </div>
    </AccountSection>
  )
}

const payers: Record<Who, string> = {
  rule: 'As this program knows it',
  customer: 'Customers pay on arrival',
  shop: 'You pay before the parcel leaves',
  none: 'Nothing is due',
}

function payerOf(due: { paidBy: 'customer' | 'shop' | null } | null): Who {
  return due === null ? 'rule' : (due.paidBy ?? 'none')
}

/** The sentence in force today, and where it comes from. */
function Now({ rule, own }: { rule: DutyRule; own: TypedDuty['due'] }) {
  return (
    <div className="pb-4">
      <p className="label text-ink-soft">{payers[payerOf(own ?? rule)]}</p>
      <p className="max-w-[38em] pt-1">“{(own ?? rule).text}”</p>
      <p className="max-w-[38em] pt-2 text-ink-soft text-small">
        {own ? 'You entered this. ' : `${rule.name}, checked on ${formatDayAndYear(new Date(rule.checkedOn))}. `}
        {!own &&
          rule.sources.map((source, index) => (
            <span key={source}>
              {index > 0 && ', '}
              <a href={source} target="_blank" rel="noopener noreferrer" className="link">
                {new URL(source).hostname.replace(/^www\./, '')}
              </a>
            </span>
          ))}
      </p>
    </div>
  )
}

const prepaidText =
  'We pay the duty and import tax on your parcel before it leaves. If you’re asked for more on arrival, write to us first.'

/** What customers read where the owner has not written a sentence: the rule's, if it has the same payer. */
function standardText(who: Who, rule: DutyRule): string {
  if (who === 'rule' || who === payerOf(rule)) return rule.text
  if (who === 'none') return 'Nothing to pay.'
  return who === 'shop' ? prepaidText : otherDuties.text
}

function isStandard(text: string, rule: DutyRule): boolean {
  return (Object.keys(payers) as Who[]).some((who) => standardText(who, rule) === text)
}

function typedDue(due: TypedDuty['due'], from: string): Typed {
  const rate = (percent: number | null | undefined) => percent?.toString() ?? ''
  return {
    who: payerOf(due),
    text: due?.text ?? '',
    duty: rate(due?.dutyPercent),
    tax: rate(due?.taxPercent),
    from,
    all: false,
  }
}

/** A rate that can't be read becomes -1, which the schema refuses with its message: JSON would make null of NaN. */
function entryOf({ who, text, duty, tax, from, all }: Typed, country: string, rule: DutyRule): TypedDuty {
  const rate = (typed: string) => {
    const read = Number(typed.replace('%', '').replace(',', '.'))
    return typed.trim() === '' ? null : Number.isNaN(read) ? -1 : read
  }
  const paidBy = who === 'customer' || who === 'shop' ? who : null
  const due = who === 'rule' ? null : { paidBy, text, dutyPercent: rate(duty), taxPercent: rate(tax) }
  return { from, countries: all ? rule.countries : [country], due }
}

/** The message of each wrong field. */
function problemsOf(entry: TypedDuty): Record<string, string> {
  const issues = DutiesSchema.safeParse([entry]).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1)), message] as const).toReversed())
}

function describe({ who, text, duty, tax, from }: Typed): string {
  return [payers[who], text, duty && `Duty ${duty}%`, tax && `Import tax ${tax}%`, `From ${from}`]
    .filter(Boolean)
    .join('\n')
}

function effectOf(
  { who, from, all }: Typed,
  { country, rule, today }: { country: string; rule: DutyRule; today: string },
): string {
  const when = from === today || !from ? 'From today' : `From ${formatFullDay(from)}`
  const where = all ? `${rule.countries.length} countries` : countryName(country)
  return `${when}, ${where}: ${payers[who === 'rule' ? payerOf(rule) : who].toLowerCase()}.`
}
