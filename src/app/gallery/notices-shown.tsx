import { Button } from '#ui/button.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { Shown, States } from './shown.tsx'

export function NoticesShown() {
  return (
    <Shown title="Notices, and what is on its way">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button tone="line" onClick={() => toast({ title: 'Added to your cart', description: 'Mary Dress, 10-12' })}>
          Show a notice
        </Button>
        <Button tone="line" onClick={() => toast({ title: 'Saved', tone: 'success' })}>
          Show that it worked
        </Button>
        <Button
          tone="line"
          onClick={() =>
            toast({ title: 'Not saved', description: 'Somebody else changed this order meanwhile.', tone: 'error' })
          }
        >
          Show that it failed
        </Button>
      </div>
      <States>
        <LoadingSkeleton label="Looking for what is shown here" count={2} />
        <div role="note" className="border-mulberry border-l-2 pl-5">
          <p>Something could not be read just now.</p>
        </div>
      </States>
    </Shown>
  )
}
