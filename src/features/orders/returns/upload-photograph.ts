import { loadBackend } from '#platform/client/backend-client.ts'

/** An uploaded photograph, by the name of its object, or why it was refused, as a sentence. */
export type Upload = { name: string } | { problem: string }

/** Where a photograph goes: `reserve` requests a name and an upload token from the shop. */
type Place = { bucket: string; reserve: () => Promise<{ name: string; token: string }> }

/** Uploads a customer's photograph, scaled down where it is too large. Never throws. Browser only. */
export async function uploadPhotograph(file: File, { bucket, reserve }: Place): Promise<Upload> {
  try {
    const { readyPicture } = await import('#features/catalogue/admin/picture-file.ts')
    const ready = await readyPicture(file)
    if ('why' in ready) return { problem: `${file.name} ${ready.why}` }
    const place = await reserve()
    const backend = await loadBackend()
    const { error } = await backend.storage
      .from(bucket)
      .uploadToSignedUrl(place.name, place.token, ready.file, { contentType: ready.file.type })
    return error ? { problem: `${file.name} couldn’t be sent. Please try another picture.` } : { name: place.name }
  } catch {
    return { problem: `${file.name} didn’t reach us. Please try again.` }
  }
}
