import { Button } from '#ui/button.tsx'

/** The save button of a setting's form; inactive without a change. */
export function SaveButton({ busy, isChanged, label = 'Save' }: { busy: boolean; isChanged: boolean; label?: string }) {
  return (
    <Button
      // Not `disabled`, because a disabled button loses the focus after a save.
      type={isChanged ? 'submit' : 'button'}
      tone="line"
      aria-disabled={busy || !isChanged}
      className="justify-self-start"
    >
      {busy ? 'Saving…' : label}
    </Button>
  )
}
