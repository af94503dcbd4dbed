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
            description: 'Your browser doesn’t allow this. Please select the text and copy it.',
            about: 'copy',
          },
    )
  }

  return <TextButton onClick={copy}>Copy {what}</TextButton>
}
