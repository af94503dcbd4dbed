import { ExportSection } from '#features/catalogue/move-in/admin/export-section.tsx'
import { ListingsSection } from '#features/catalogue/move-in/admin/listings-section.tsx'
import { EarlierOrdersSection } from '#features/orders/earlier/admin/earlier-orders-section.tsx'
import { EtsyReviewsSection } from '#features/reviews/elsewhere/admin/etsy-reviews-section.tsx'

/** Everything that comes along from another shop. */
export default function MoveInPage() {
  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <p className="measure text-lead leading-[1.4]">
        Bring your garments with their pictures, sizes and prices. From Shopify: Products, then Export. From Etsy: Shop
        Manager, Settings, Options, Download Data.
      </p>
      <ListingsSection />
      <EarlierOrdersSection />
      <EtsyReviewsSection />
      <ExportSection />
    </div>
  )
}
