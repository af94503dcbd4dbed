import { closeToast, toast } from '#ui/toast.ts'
import { savedGarments, toggled } from './saved-garments.ts'

const about = 'saved'
let isExplained = false

/** Saves a garment or removes it. The first one saved says where the list is. */
export async function toggleSaved(id: string): Promise<void> {
  const ids = savedGarments.update((before) => toggled(before, id))
  if (!ids.includes(id)) return closeToast(about)
  if (isExplained) return
  isExplained = true
  const isStored = savedGarments.isStored()
  await toast({
    about,
    title: isStored ? 'Saved' : 'Saved for this visit',
    description: isStored
      ? 'Your saved garments stay on this device.'
      : 'Your browser won’t let us keep it after you leave.',
    // The list of a browser that stores nothing ends with the page.
    ...(isStored && { action: { label: 'See your list', onPress: () => location.assign('/saved') } }),
  })
}
