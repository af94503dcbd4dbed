import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

/** Copies a text to the clipboard; `what` names it in the label. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    await toast(
      isCopied
        ? { title: 'Copied', description: `The ${what} can be pasted now.`, tone: 'success', about: 'copy' }
        : {
            title: 'Not copied',
            description: 'This browser does not allow it. Please select it and copy it by hand.',
            about: 'copy',
          },
    )
  }

  return <TextButton onClick={copy}>Copy {what}</TextButton>
}
