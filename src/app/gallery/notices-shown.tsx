import { Button } from '#ui/button.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { Shown, States } from './shown.tsx'

export function NoticesShown() {
  return (
    <Shown title="Notices and loading">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Button tone="line" onClick={() => toast({ title: 'Added to your cart', description: 'Mary Dress, 10-12' })}>
          Show a notice
        </Button>
        <Button tone="line" onClick={() => toast({ title: 'Saved', tone: 'success' })}>
          Show a success
        </Button>
        <Button
          tone="line"
          onClick={() =>
            toast({ title: 'Not saved', description: 'Someone else has just changed this order.', tone: 'error' })
          }
        >
          Show an error
        </Button>
      </div>
      <States>
        <LoadingSkeleton label="Loading" count={2} />
        <div role="note" className="border-mulberry border-l-2 pl-5">
          <p>We couldn’t load this just now.</p>
        </div>
      </States>
    </Shown>
  )
}
