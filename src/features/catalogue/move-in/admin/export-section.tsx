import { useMutation } from '@tanstack/react-query'
import { shopToday } from '#admin/shop-now.ts'
import { read, toRequestError } from '#platform/client/functions.ts'
import { saveFile } from '#platform/client/save-file.ts'
import { shop } from '#shop'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

/** All garments as a file that Shopify reads. */
export function ExportSection() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => read('export-listings', {}, { timeoutMs: 120_000 }),
  })

  async function save() {
    if (isPending) return
    try {
      const name = `${shop.shortName}-garments-${shopToday()}.csv`
      saveFile(name, await mutateAsync())
      const description = `${name} has been saved on this device.`
      await toast({ title: 'Downloaded', description, tone: 'success', about: 'imports' })
    } catch (error) {
      const description = toRequestError(error).message
      await toast({ title: 'Download failed', description, tone: 'error', about: 'imports' })
    }
  }

  return (
    <section aria-labelledby="out" className="mt-12 max-w-[44rem]">
      <h2 id="out" className="text-title leading-tight">
        Take your garments elsewhere
      </h2>
      <p className="mt-3">
        All garments in Shopify’s format, hidden ones as drafts, with the addresses of their pictures. Shopify, and most
        other shops, fetch the pictures from here while this shop is open.
      </p>
      <TextButton onClick={save} aria-disabled={isPending} className="mt-2">
        {isPending ? 'Preparing…' : 'Download as a Shopify file'}
      </TextButton>
    </section>
  )
}
