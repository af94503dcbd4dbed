import { Search } from 'lucide-react'
import { type SubmitEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { longestSearch } from './longest-search.ts'

type SearchFieldProps = {
  className?: string
  /** Called on submit, so that a menu around the field can close. */
  onSearch?: () => void
}

/** The search form, a GET to /shop that works without JavaScript. For the header, the menu and error pages. */
export function SearchField({ className, onSearch }: SearchFieldProps) {
  const id = useId()
  const navigate = useNavigate()

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    void navigate(words ? `/shop?q=${encodeURIComponent(words)}` : '/shop')
    onSearch?.()
  }

  return (
    <search className={className}>
      <form action="/shop" onSubmit={search} className="relative">
        <label htmlFor={id} className="sr-only">
          Search the shop
        </label>
        <SearchInput id={id} />
      </form>
    </search>
  )
}

/** The text field with its button. */
export function SearchInput({ id, words = '' }: { id: string; words?: string }) {
  return (
    <>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={words}
        maxLength={longestSearch}
        placeholder="Linen dress, abaya, sage…"
        autoComplete="off"
        enterKeyHint="search"
        className="search-words"
      />
      <button type="submit" aria-label="Search">
        <Search aria-hidden="true" strokeWidth={1.25} />
      </button>
    </>
  )
}
