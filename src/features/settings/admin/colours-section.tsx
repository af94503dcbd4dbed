import { useRef } from 'react'
import type { Family } from '#shop-colours'
import { AccountSection } from '#ui/account-section.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { ColoursSchema, maxFamilies, maxFamilyName, maxShades } from '../colours.ts'
import { SettingForm, useSettingForm } from './setting-form.tsx'
import type { SectionProps } from './settings-queries.ts'

/** The families of colours by which customers choose. */
export function ColoursSection({ settings, save }: SectionProps) {
  const list = useRef<HTMLOListElement>(null)
  const form = useSettingForm<Family[]>(settings.colours.value, (families) => save('colours', families), {
    name: 'colours',
    version: settings.colours.version,
  })
  const families = form.value
  const issues = form.problem === null ? [] : (ColoursSchema.safeParse(families).error?.issues ?? [])
  const problemOf = (at: number, field: string) =>
    issues.find(({ path }) => path[0] === at && path[1] === field)?.message

  function change(at: number, changed: Partial<Family>) {
    form.type(families.map((family, place) => (place === at ? { ...family, ...changed } : family)))
  }

  function add() {
    form.type([...families, { id: '', name: '', swatch: '#8b8b8a', shades: '' }])
    // The new one is rendered first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child [name=colour-name]')?.focus())
  }

  function moveUp(at: number) {
    form.type(families.toSpliced(at - 1, 2, ...families.slice(at - 1, at + 1).reverse()))
    list.current?.focus()
  }

  function remove(at: number) {
    form.type(families.toSpliced(at, 1))
    list.current?.focus()
  }

  return (
    <AccountSection
      id="colours"
      title="Families of colours"
      note="The shop page’s filter has these, in this order, where garments have them. A garment’s colour finds its family by these words; in its form you can choose another. Colours without a family are “Other”."
    >
      <SettingForm form={form} label="Families of colours" describe={describe} noValidate>
        <ol ref={list} tabIndex={-1} aria-label="Families in order" className="border-line border-t outline-none">
          {families.map((family, at) => {
            const called = family.name.trim() || 'the new family'
            return (
              // A new family has no other name that stays.
              // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed is no key
              <li key={at} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 border-line border-b py-4">
                <input
                  type="color"
                  name="colour-swatch"
                  aria-label={`Colour of ${called} in the filter`}
                  value={family.swatch}
                  onChange={({ target }) => change(at, { swatch: target.value })}
                  className="mt-5 size-11 cursor-pointer bg-transparent"
                />
                <Field
                  label="Family"
                  name="colour-name"
                  value={family.name}
                  maxLength={maxFamilyName}
                  onChange={({ target }) => change(at, { name: target.value })}
                  error={problemOf(at, 'name')}
                  autoComplete="off"
                />
                <FieldFrame
                  label={
                    <>
                      Words<span className="sr-only"> of {called}</span>
                    </>
                  }
                  error={problemOf(at, 'shades')}
                  className="col-span-2"
                >
                  {(bound) => (
                    <textarea
                      {...bound}
                      name="colour-shades"
                      rows={2}
                      value={family.shades}
                      maxLength={maxShades}
                      onChange={({ target }) => change(at, { shades: target.value })}
                      className={`field-sizing-content mt-1 resize-y ${inputLook}`}
                    />
                  )}
                </FieldFrame>
                <p className="col-span-2 flex flex-wrap gap-x-7">
                  {at > 0 && (
                    <TextButton onClick={() => moveUp(at)}>
                      Move up<span className="sr-only">: {called}</span>
                    </TextButton>
                  )}
                  <TextButton onClick={() => remove(at)}>
                    Remove<span className="sr-only"> {called}</span>
                  </TextButton>
                </p>
              </li>
            )
          })}
        </ol>
        {families.length < maxFamilies && (
          <p>
            <TextButton onClick={add}>Add a family</TextButton>
          </p>
        )}
        <p role="alert" className="text-mulberry empty:hidden">
          {issues.some(({ path }) => path.length > 1) ? null : form.problem}
        </p>
      </SettingForm>
    </AccountSection>
  )
}

function describe(families: readonly Family[]): string {
  return families.map(({ name, swatch, shades }) => `${name} (${swatch}): ${shades}`).join('\n')
}
