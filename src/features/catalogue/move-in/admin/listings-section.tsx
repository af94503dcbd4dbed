import { FileForm, useFileForm } from '#admin/file-form.tsx'
import { counted } from '#base/counts.ts'
import { ImportsList } from './imports-list.tsx'
import { ListingsPreviewView } from './listings-preview.tsx'
import { previewListings, useImportListings } from './move-in-queries.ts'

const messages = {
  tooLarge: 'This file is larger than 15 MB. Please export fewer products at once.',
  lost: 'The connection was lost. Choose the file again: no garment is added twice.',
}

/** Garments from Etsy's or Shopify's file: a preview, then the import; below it the imports so far. */
export function ListingsSection() {
  const adding = useImportListings()
  const form = useFileForm({ check: previewListings, messages })

  async function add(csv: string) {
    await adding.mutateAsync(csv)
    form.close()
  }

  return (
    <>
      <FileForm
        form={form}
        label="The file"
        hint="Nothing is added before you have seen what it makes."
        accept=".csv,text/csv"
        actionOf={({ fresh }) =>
          fresh.length > 0 ? `Add ${counted(fresh.length, 'hidden garment', 'hidden garments')}` : null
        }
        busyLabel="Adding…"
        onImport={add}
        className="mt-7 max-w-[44rem]"
      >
        {(preview) => <ListingsPreviewView preview={preview} />}
      </FileForm>
      <ImportsList onUndone={form.close} />
    </>
  )
}
