import { Heart, Share } from 'lucide-react'
import { useStoredValue } from '#ui/stored-value.ts'
import { savedGarments } from './saved-garments.ts'
import { sharePage } from './share-page.ts'
import { toggleSaved } from './toggle-saved.ts'

const look =
  'group/save inline-flex min-h-11 items-center gap-2 hover:text-mulberry aria-pressed:text-mulberry transition-opacity duration-500 starting:opacity-0'
const icon = {
  'aria-hidden': true,
  strokeWidth: 1.5,
  className: 'size-5 group-aria-pressed/save:fill-current',
} as const

/** The buttons of a garment's page: save the garment, and share the page. */
export function SaveAndShare({ id, name }: { id: string; name: string }) {
  const isSaved = useStoredValue(savedGarments).includes(id)
  return (
    <>
      <button type="button" aria-pressed={isSaved} onClick={() => void toggleSaved(id)} className={`${look} min-w-22`}>
        <Heart {...icon} />
        <span>
          {isSaved ? 'Saved' : 'Save'}
          <span className="sr-only"> {name}</span>
        </span>
      </button>
      <button type="button" onClick={() => void sharePage()} className={look}>
        <Share {...icon} />
        <span>
          Share<span className="sr-only"> {name}</span>
        </span>
      </button>
    </>
  )
}
