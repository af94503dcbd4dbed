import { randomUUID } from 'node:crypto'

/** Rows that the samples refer to. */
export type Known = {
  userId: string
  orderId: string
  originId: string
  sessionId: string
  freshId: string
  authSessionId: string
  factorId: string
  campaignId: string
  refundId: string
  returnId: string
  lineId: string
  messageId: string
  parcelId: string
  productId: string
  importId: string
}

/**
 * A valid new row of each table, with the columns a caller may set: the service fills the tables with them, and then
 * every role tries to insert them. A table without one is filled by triggers or migrations.
 */
export const samples: Record<string, (known: Known) => Record<string, unknown>> = {
  'public.products': () => ({ name: 'Sample', slug: `sample-${short()}`, price: 10 }),
  'public.pre_orders': () => ({
    order_number: `TKW-${short()
      .toUpperCase()
      .slice(0, 6)
      .replace(/[ILOU]/g, '0')}`,
    product_name: 'Sample',
    product_size: '8-10',
    product_price: 10,
    final_amount: 10,
    payment_provider: 'test',
    deliver_to: 'GB',
    delivery_options: '[]',
    dispatch_by: '2030-01-01',
  }),
  'public.order_lines': ({ orderId }) => ({
    order_id: orderId,
    position: Math.floor(Math.random() * 30_000),
    product_id: randomUUID(),
    slug: 'sample',
    name: 'Sample',
    size: '8-10',
    unit_price: 10,
    quantity: 1,
    dispatch_by: '2030-01-01',
  }),
  'public.email_signups': () => ({ email: `${short()}@example.com` }),
  'public.user_roles': ({ userId }) => ({ user_id: userId, role: 'admin' }),
  'public.discount_codes': () => ({ code: `S${short().toUpperCase()}`, percent: 10 }),
  'private.audit_log': () => ({ table_name: 'sample', action: 'insert' }),
  'private.settings': () => ({ name: `sample_${short()}`, value: '1' }),
  'private.rate_limits': () => ({ bucket: 'sample', key: short(), window_start: '2030-01-01', count: 1 }),
  'private.reservation_networks': ({ orderId }) => ({ order_id: orderId, network: 'n'.repeat(43) }),
  'private.discount_holds': ({ orderId }) => ({ order_id: orderId, code: 'SAMPLE', until: '2030-01-01' }),
  'private.payment_events': () => ({ id: `evt_${short()}`, provider: 'test', type: 'sample' }),
  'private.refunds': ({ orderId }) => ({ order_id: orderId, session_id: 'cs_sample', amount: 1 }),
  'private.disputes': () => ({
    id: `dp_${short()}`,
    amount: 1,
    currency: 'gbp',
    reason: 'sample',
    status: 'won',
    opened_at: '2030-01-01',
    read_at: '2030-01-01',
  }),
  'private.fraud_warnings': () => ({ id: `issfr_${short()}`, kind: 'sample' }),
  'private.reconciliation_runs': () => ({ since: '2030-01-01', until: '2030-01-02', finished_at: '2030-01-02' }),
  'private.payment_discrepancies': () => ({ key: short(), kind: 'paid_by_hand' }),
  'private.security_events': () => ({ kind: short() }),
  'private.outbox': () => ({ kind: 'sample', cause: short(), recipient: 'a@example.com', message_id: short() }),
  'private.signup_counts': () => ({ subscribed: 0, unconfirmed: 0, unsubscribed: 0 }),
  'private.suppressions': () => ({ address_hash: short(), reason: 'complaint' }),
  'private.waitlist': () => ({
    product_id: randomUUID(),
    email: `${short()}@example.com`,
    source: '/product/sample',
    consent_text: 'Sample',
  }),
  'private.consent_log': () => ({ email: `${short()}@example.com`, event: 'signed_up' }),
  'private.campaigns': () => ({
    subject: 'Sample',
    message: 'Sample',
    content_hash: short(),
    provider: 'smtp',
  }),
  'private.campaign_runs': ({ campaignId }) => ({ campaign_id: campaignId }),
  'private.campaign_recipients': ({ campaignId }) => ({
    campaign_id: campaignId,
    signup_id: randomUUID(),
    email: `${short()}@example.com`,
  }),
  'private.mailbox': () => ({
    message_id: short(),
    sender: 'a@example.com',
    recipient: 'b@example.com',
    subject: 's',
    html: 'h',
    text: 't',
  }),
  'private.returns': ({ orderId }) => ({ id: randomUUID(), order_id: orderId, kind: 'fault' }),
  'private.return_lines': ({ returnId, lineId }) => ({ return_id: returnId, line_id: lineId, quantity: 1 }),
  'public.reviews': ({ orderId, lineId }) => ({
    order_id: orderId,
    line_id: lineId,
    product_id: randomUUID(),
    size: '8-10',
    stars: 3,
    words: 'Sample',
    fit: 'true',
    name: 'Sample',
    consent_text: 'Sample',
  }),
  'private.review_objections': () => ({ address_hash: short() }),
  'private.order_lookups': () => ({ order_number: short(), email: 'a@example.com', withdraws: false }),
  'private.order_delays': ({ orderId }) => ({
    order_id: orderId,
    dispatch_by: dayAhead(),
    previous_dispatch_by: '2030-01-01',
    in_production: false,
  }),
  'private.preorder_ends': () => ({ product_id: randomUUID(), ends_at: '2030-01-01' }),
  'private.parcels': ({ orderId }) => ({ order_id: orderId, carrier: 'Sample' }),
  'private.parcel_lines': ({ parcelId, lineId }) => ({ parcel_id: parcelId, line_id: lineId, quantity: 1 }),
  'private.order_events': ({ orderId }) => ({ order_id: orderId, kind: 'placed', party: 'customer' }),
  'private.order_notes': ({ orderId }) => ({ order_id: orderId, kind: 'rebuilt' }),
  'private.payment_links': ({ orderId }) => ({ order_id: orderId, ends_at: '2030-01-01' }),
  'private.joined_orders': ({ orderId, originId }) => ({ order_id: orderId, origin_id: originId }),
  'private.exchanges': ({ orderId, originId, returnId }) => ({
    order_id: orderId,
    origin_id: originId,
    return_id: returnId,
    credit: 1,
  }),
  'private.pieces': ({ lineId }) => ({ line_id: lineId, number: nextPiece(), state: 'cut' }),
  'private.work_before_pending': ({ orderId }) => ({
    ...{ order_id: orderId, version: 1, order_status: 'processing', parcels: '[]', pieces: '[]' },
  }),
  'private.garment_cloths': () => ({ product_id: randomUUID(), cloth: 'Linen' }),
  'private.cloth_stock': () => ({ cloth: short(), cm: 100 }),
  'private.customer_notes': () => ({ email: `${short()}@example.com`, note: 'Sample' }),
  'private.erasures': ({ orderId }) => ({ order_id: orderId }),
  'private.checkout_size_consents': ({ orderId, userId }) => ({
    order_id: orderId,
    user_id: userId,
    consent_text: 'Sample',
  }),
  'private.size_consents': ({ userId }) => ({ user_id: userId, consent_text: 'Sample' }),
  'private.saved_replies': () => ({ name: 'Sample', reply: 'Sample' }),
  'private.documents': () => ({ path: `/sample-${short()}` }),
  'private.document_versions': () => ({ path: '/sample', number: nextPiece(), content: '{}', at: '2000-01-01' }),
  'private.document_redirects': () => ({ from_path: `/sample-${short()}`, path: '/sample' }),
  'private.contact_answers': ({ userId, messageId }) => ({ message_id: messageId, answered_by: userId }),
  'private.owner_notes': ({ orderId }) => ({ order_id: orderId, note: 'Sample' }),
  'private.product_customs': () => ({ product_id: randomUUID() }),
  'private.earlier_orders': ({ importId }) => ({
    ...{ source: 'etsy', number: short(), bought_on: '2026-03-14', email: 'ruth@example.com', garments: 'Mary Dress' },
    ...{ amount_pence: 8_900, currency: 'GBP', import_id: importId },
  }),
  'private.etsy_reviews': () => ({ reviewed_on: '2025-03-14', stars: 5, words: 'Sample' }),
  'private.listing_imports': () => ({ format: 'etsy' }),
  'private.imported_products': ({ productId, importId }) => ({
    ...{ source: 'etsy', source_key: short(), version: 1, product_id: productId, import_id: importId },
  }),
  'private.imported_pictures': ({ productId }) => ({
    ...{ product_id: productId, position: nextPiece(), address: 'https://example.com/a.jpg' },
  }),
  'private.postage_account': () => ({ service: randomUUID(), sealed_key: 'v1.sample' }),
  'private.start_marks': ({ freshId }) => ({ name: freshId === 'sample' ? 'sizes' : 'delivery' }),
  'private.service_keys': ({ freshId }) => ({
    service: freshId === 'sample' ? 'mail' : 'stripe_test',
    sealed_keys: 'v1.sample',
  }),
  'private.postage_parcels': ({ orderId }) => ({
    order_id: orderId,
    reference: 'TKW-SAMPLE',
    way: 'file',
    state: 'removed',
  }),
  'private.address_codes': ({ orderId }) => ({ order_id: orderId, address: '{}', expires_at: '2030-01-01' }),
  'private.refund_lines': ({ refundId }) => ({
    refund_id: refundId,
    position: Math.floor(Math.random() * 30_000),
    quantity: 1,
    amount: 1,
  }),
  'private.test_payment_sessions': ({ orderId, freshId }) => ({
    id: freshId,
    idempotency_key: short(),
    request: '{}',
    order_id: orderId,
    amount_subtotal: 1,
    amount_discount: 0,
    expires_at: '2030-01-01',
  }),
  'private.test_payment_events': ({ sessionId, freshId }) => ({ id: freshId, session_id: sessionId, type: 'sample' }),
  'auth.users': () => ({ email: `${short()}@example.com` }),
  'auth.identities': ({ userId }) => ({
    provider_id: short(),
    user_id: userId,
    identity_data: '{}',
    provider: 'email',
  }),
  'auth.sessions': ({ userId }) => ({ user_id: userId }),
  'auth.refresh_tokens': ({ userId, authSessionId }) => ({
    token: short(),
    user_id: userId,
    session_id: authSessionId,
  }),
  'auth.mfa_factors': ({ userId }) => ({ user_id: userId, factor_type: 'totp', friendly_name: short() }),
  'auth.mfa_challenges': ({ factorId }) => ({ factor_id: factorId, ip_address: '127.0.0.1' }),
  'auth.mfa_amr_claims': ({ authSessionId }) => ({ session_id: authSessionId, authentication_method: short() }),
  // A user has at most one token of each type, so each attempt takes the next type.
  'auth.one_time_tokens': ({ userId }) => ({
    user_id: userId,
    token_type: oneOf(tokenTypes),
    token_hash: short(),
    relates_to: 'a@example.com',
    expires_at: '2030-01-01',
  }),
  'auth.flow_state': () => ({ provider_type: 'email', authentication_method: 'otp' }),
  'auth.audit_log_entries': () => ({ payload: '{}' }),
  'storage.buckets': () => ({ id: `sample-${short()}`, name: `sample-${short()}` }),
  'storage.objects': () => ({ bucket_id: 'product-images', name: `${short()}.jpg` }),
  'private.signing_keys': () => ({
    kid: short(),
    algorithm: 'ES256',
    public_jwk: '{}',
    sealed_private_jwk: 'sealed',
    retired_at: '2020-01-01',
  }),
  'private.invitations': ({ userId }) => ({ user_id: userId, role: 'pages', expires_at: '2030-01-01' }),
  'private.leaky_buckets': () => ({ kind: 'sample', key_hash: short(), last_token_at: '2030-01-01' }),
  'private.sign_in_failures': () => ({
    key: short(),
    failures: 1,
    last_failed_at: '2030-01-01',
    next_try_at: '2030-01-01',
  }),
  'private.known_devices': ({ userId }) => ({ user_id: userId, device_hash: short() }),
}

/** A different date each time: an order is delayed to a date once. */
function dayAhead(): string {
  return new Date(Date.UTC(2030, 1, 1 + Math.floor(Math.random() * 30_000))).toISOString().slice(0, 10)
}

let token = 0
const tokenTypes = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'reauthentication_token',
  'phone_change_token',
]

function oneOf(all: string[]): string {
  token += 1
  return all[token % all.length] ?? ''
}

function short(): string {
  return randomUUID().slice(0, 8)
}

let pieces = 0

/** A line has at most twenty pieces. */
function nextPiece(): number {
  pieces += 1
  return pieces
}
