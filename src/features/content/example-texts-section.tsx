import { AccountSection } from '#ui/account-section.tsx'
import { Link } from '#ui/link.tsx'
import type { ExampleText } from './example-texts.ts'

/** The section of the settings on texts that are still those of the example shop; nothing once all are replaced. */
export function ExampleTextsSection({ examples }: { examples: readonly ExampleText[] }) {
  if (examples.length === 0) return null
  return (
    <AccountSection
      id="example-texts"
      title="Example texts"
      note="These words and photographs are invented: they show what a page looks like. Customers would take them for yours. Before you sell, replace each with your own."
    >
      <ul className="divide-y divide-line border-line border-y">
        {examples.map(({ page, path, text, place }) => (
          <li key={text} className="py-4">
            <p className="font-serif text-lead leading-tight">“{text}”</p>
            <p className="wrap-any mt-2 text-ink-soft text-small">
              <Link to={path} className="link">
                {page}
              </Link>
              {' · '}
              {place === 'Pages' ? (
                <Link to={`/admin/pages/edit?path=${encodeURIComponent(path)}`} className="link">
                  Write your own
                </Link>
              ) : (
                place
              )}
            </p>
          </li>
        ))}
      </ul>
    </AccountSection>
  )
}
