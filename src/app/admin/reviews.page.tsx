import { ReviewsView } from '#features/reviews/admin/reviews-view.tsx'
import { shop } from '#shop'
import { AdminFrame } from './admin-frame.tsx'

export function meta() {
  return [{ title: `Reviews – ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function ReviewsPage() {
  return (
    <AdminFrame title="Reviews">
      <ReviewsView />
    </AdminFrame>
  )
}
