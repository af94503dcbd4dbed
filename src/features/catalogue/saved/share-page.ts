import { toast } from '#ui/toast.ts'

/** Shares this page through the system's sheet; where there is none, copies its link and says so. */
export async function sharePage(): Promise<void> {
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
