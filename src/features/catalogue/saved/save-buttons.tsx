import { Heart, Share } from 'lucide-react'
import { useStoredValue } from '#base/stored-value.ts'
import { closeToast, toast } from '#ui/toast.ts'
import { savedGarments, savedNotice, saveWord, seeList, toggled } from '../stored-garments.ts'

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

const look = 'group/save inline-flex min-h-11 items-center gap-2 hover:text-mulberry aria-pressed:text-mulberry'
const icon = {
  'aria-hidden': true,
  strokeWidth: 1.5,
  className: 'size-5 group-aria-pressed/save:fill-current',
} as const

/**
 * The buttons of a garment's page: save the garment, and share the page. The first-touch script answers the first one
 * until React is there.
 */
export function SaveAndShare({ id, name }: Garment) {
  const isSaved = useStoredValue(savedGarments).includes(id)
  return (
    <>
      <button
        type="button"
        aria-pressed={isSaved}
        data-save={id}
        suppressHydrationWarning
        onClick={() => void toggleSaved(id)}
        className={`${look} min-w-22`}
      >
        <Heart {...icon} />
        <span>
          <span data-word suppressHydrationWarning>
            {saveWord(isSaved)}
          </span>
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

/** Shares this page through the system's sheet; where there is none, copies its link and says so. */
async function sharePage(): Promise<void> {
  // Without the query, which says where this visitor came from.
  const url = location.origin + location.pathname
  if (await isShared(url)) return
  try {
    await navigator.clipboard.writeText(url)
    await toast({ about: 'link', title: 'Link copied', description: 'Paste it into a message to share it.' })
  } catch {
    await toast({
      about: 'link',
      tone: 'error',
      title: 'The link couldn’t be copied',
      description: 'Please copy it from the top of your browser.',
    })
  }
}

/** Whether the visitor has used the system's sheet, or closed it. */
async function isShared(url: string): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share({ title: document.title, url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

const about = 'saved'
let isExplained = false

/** Saves a garment or removes it. The first one saved says where the list is. */
async function toggleSaved(id: string): Promise<void> {
  const ids = savedGarments.update((before) => toggled(before, id))
  if (!ids.includes(id)) return closeToast(about)
  if (isExplained) return
  isExplained = true
  const isStored = savedGarments.isStored()
  await toast({
    about,
    ...savedNotice(isStored),
    // The list of a browser that stores nothing ends with the page.
    ...(isStored && { action: { label: seeList.label, onPress: () => location.assign(seeList.path) } }),
  })
}
