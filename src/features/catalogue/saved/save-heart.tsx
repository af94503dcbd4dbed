import { Heart } from 'lucide-react'
import { useStoredValue } from '#ui/stored-value.ts'
import { savedGarments } from './saved-garments.ts'
import { toggleSaved } from './toggle-saved.ts'

type Garment = { id: string; name: string }

/** The heart on the picture of a garment's card. */
export function SaveHeart({ id, name }: Garment) {
  const isSaved = useStoredValue(savedGarments).includes(id)
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={() => void toggleSaved(id)}
      className="group/save absolute top-1 right-1 flex size-11 items-center justify-center text-ink transition-opacity duration-500 hover:text-mulberry aria-pressed:text-mulberry starting:opacity-0"
    >
      <span className="flex size-9 items-center justify-center rounded-full bg-paper/85">
        <Heart aria-hidden="true" strokeWidth={1.5} className="size-5 group-aria-pressed/save:fill-current" />
      </span>
    </button>
  )
}
