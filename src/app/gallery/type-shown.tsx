import { Shown } from './shown.tsx'

const scale = [
  { name: 'masthead', look: 'font-serif text-masthead leading-[0.94]' },
  { name: 'display', look: 'font-serif text-display leading-none' },
  { name: 'title', look: 'font-serif text-title leading-tight' },
  { name: 'name', look: 'font-serif text-name leading-tight' },
  { name: 'lead', look: 'text-lead leading-[1.4]' },
  { name: 'body', look: 'text-body' },
  { name: 'small', look: 'text-small text-ink-soft' },
  { name: 'label', look: 'label text-mulberry' },
]

/** Every type size, the largest first. */
export function TypeShown() {
  return (
    <Shown title="Type">
      <dl className="grid gap-y-5">
        {scale.map(({ name, look }) => (
          <div key={name} className="grid items-baseline gap-x-8 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <dt className="text-ink-soft text-small">{name}</dt>
            <dd className={`wrap-any ${look}`}>
              Cut and sewn <em>for you</em>, £89.00
            </dd>
          </div>
        ))}
      </dl>
    </Shown>
  )
}
