import { shop } from '#shop'
import { Field } from '#ui/field.tsx'
import { type CodeErrors, type CodeField, type CodeValues, typedCode } from './code-form-values.ts'

type CodeFieldsProps = {
  values: CodeValues
  errors: CodeErrors
  /** The code is what orders and letters name, so it is chosen once. */
  isNew: boolean
  onType: (changed: Partial<CodeValues>) => void
}

const clock = `By the shop’s clock, ${shop.timeZone}.`

/** What a code is, field by field. */
export function CodeFields({ values, errors, isNew, onType }: CodeFieldsProps) {
  const bound = (name: CodeField) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      onType({ [name]: name === 'code' ? typedCode(target.value) : target.value }),
    autoComplete: 'off',
  })
  return (
    <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
      {isNew && (
        <Field
          label="Code"
          {...bound('code')}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letters, digits, - and _. It cannot be changed later."
        />
      )}
      <Field
        label="Percent off"
        {...bound('percent')}
        inputMode="numeric"
        maxLength={3}
        hint="Of the goods, before delivery."
      />
      <Field
        label="Starts"
        {...bound('starts')}
        type="datetime-local"
        hint={isNew ? `${clock} Empty: at once.` : clock}
      />
      <Field label="Ends" {...bound('ends')} type="datetime-local" hint={`${clock} Empty: it does not end.`} />
      <Field
        label="From a subtotal of, in £"
        {...bound('minimum')}
        inputMode="decimal"
        maxLength={10}
        hint="Empty: any."
      />
      <Field
        label="Uses at most"
        {...bound('uses')}
        inputMode="numeric"
        maxLength={10}
        hint="By all customers together. Empty: any number."
      />
      <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
        <input
          type="checkbox"
          name="active"
          checked={values.active}
          onChange={({ target }) => onType({ active: target.checked })}
          className="size-4.5 shrink-0 accent-mulberry"
        />
        Switched on
      </label>
    </div>
  )
}
