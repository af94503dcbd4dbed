import { Button } from '#ui/button.tsx'

/** The end of a setting's form. Without a change there is nothing to save. */
export function SaveButton({ busy, isChanged, label = 'Save' }: { busy: boolean; isChanged: boolean; label?: string }) {
  return (
    <Button
      // Never really disabled: what was saved a moment ago keeps its focus.
      type={isChanged ? 'submit' : 'button'}
      tone="line"
      aria-disabled={busy || !isChanged}
      className="justify-self-start"
    >
      {busy ? 'Saving…' : label}
    </Button>
  )
}
