import { Search, X } from 'lucide-react'
import { useLocation } from 'react-router'
import { SearchField } from '#features/catalogue/search/search-field.tsx'
import { closeOnEscape } from './close-on-escape.ts'

/** The search of a wide screen: an icon in the bar and a field under it, which opens without JavaScript too. */
export function SearchDisclosure() {
  const { key } = useLocation()
  return (
    <details key={key} onKeyDown={closeOnEscape} onToggle={enterField} className="group/search @max-5xl:hidden">
      <summary aria-label="Search" className="flex size-11 items-center justify-center hover:text-mulberry">
        <Search aria-hidden="true" strokeWidth={1.25} className="size-[1.375rem] group-open/search:hidden" />
        <X aria-hidden="true" strokeWidth={1.25} className="hidden size-[1.375rem] group-open/search:block" />
      </summary>
      <div className="absolute inset-x-0 top-full border-line border-b bg-paper px-(--gutter) pt-2 pb-7">
        <SearchField className="mx-auto max-w-[38rem]" />
      </div>
    </details>
  )
}

function enterField({ currentTarget: details }: { currentTarget: HTMLDetailsElement }): void {
  if (details.open) details.querySelector('input')?.focus()
}
