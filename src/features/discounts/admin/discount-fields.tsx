import type { UseFormReturn } from 'react-hook-form'
import { clockName } from '#base/shop-time.ts'
import { Field } from '#ui/field.tsx'
import { type CodeChange, type CodeErrors, type CodeValues, typedCode } from './discount-form.schema.ts'

type DiscountFieldsProps = {
  form: UseFormReturn<CodeValues, unknown, { code: string; change: CodeChange }>
  /** Orders and e-mails name the code, so only a new one can be typed. */
  isNew: boolean
}

export function DiscountFields({ form: { register, setValue, formState }, isNew }: DiscountFieldsProps) {
  const bound = (name: keyof CodeErrors, options = {}) => ({
    ...register(name, options),
    error: formState.errors[name]?.message,
    autoComplete: 'off',
  })
  const toCapitals = ({ target }: { target: HTMLInputElement }) => setValue('code', typedCode(target.value))
  return (
    <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
      {isNew && (
        <Field
          label="Code"
          {...bound('code', { onChange: toCapitals })}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letters, numbers, - and _. You can’t change it later."
        />
      )}
      <Field
        label="Percent off"
        {...bound('percent')}
        inputMode="numeric"
        maxLength={3}
        hint="Off the goods, not the delivery."
      />
      <Field
        label="Starts"
        {...bound('starts')}
        type="datetime-local"
        hint={isNew ? `${clockName}. Leave blank to start now.` : `${clockName}.`}
      />
      <Field
        label="Ends"
        {...bound('ends')}
        type="datetime-local"
        hint={`${clockName}. Leave blank for no end date.`}
      />
      <Field
        label="Minimum order (£)"
        {...bound('minimum')}
        inputMode="decimal"
        maxLength={10}
        hint="Leave blank for no minimum."
      />
      <Field
        label="Maximum uses"
        {...bound('uses')}
        inputMode="numeric"
        maxLength={10}
        hint="By all customers together. Leave blank for no limit."
      />
      <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
        <input type="checkbox" {...register('active')} className="size-4.5 shrink-0 accent-mulberry" />
        Switched on
      </label>
    </div>
  )
}
