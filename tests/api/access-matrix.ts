/**
 * The rights of every role on every table, in one place. A new table needs an entry here, or the test fails.
 *
 * Four words for a role, for select, insert, update, delete: `all` or `some` of the rows, `none` of them although the
 * statement is permitted, `no` when it is refused (42501). An insert is `yes` or `no`.
 *
 * `customer` has one order, `other` has none; the tables hold more rows than either may see.
 */
const roles = ['anon', 'customer', 'other', 'workroom', 'pages', 'admin', 'service_role'] as const

/**
 * The callers. `adminAal1` has a verified second factor and a session with the password only; `adminAal2` has used
 * both. `admin` has no second factor. So with the helpers, `workroom` and `pages`.
 */
export const callers = [
  ...(['anon', 'customer', 'other', 'workroom', 'workroomAal1', 'workroomAal2'] as const),
  ...(['pages', 'pagesAal1', 'pagesAal2', 'admin', 'adminAal1', 'adminAal2', 'service_role'] as const),
]
export type CallerName = (typeof callers)[number]

const nobody = 'no no no no'
const everything = 'all yes all all'
const forTheServiceAlone: Rights = [nobody, nobody, nobody, nobody, nobody, nobody, everything]

/** In the order of `roles`. */
type Rights = [
  ...[anon: string, customer: string, other: string],
  ...[workroom: string, pages: string, admin: string, service: string],
]

export const accessMatrix: Record<string, Rights> = {
  'public.products': [
    'some no no no',
    'some no none none',
    'some no none none',
    'some no none none',
    everything,
    everything,
    everything,
  ],
  'public.pre_orders': [
    nobody,
    'some no none none',
    'none no none none',
    'none no none none',
    'none no none none',
    'all no all some',
    everything,
  ],
  'public.order_lines': [
    nobody,
    'some no no no',
    'none no no no',
    'none no no no',
    'none no no no',
    'all no no no',
    everything,
  ],
  'private.returns': forTheServiceAlone,
  'private.return_lines': forTheServiceAlone,
  'public.reviews': [
    'some no no no',
    'some no no no',
    'some no no no',
    'some no no no',
    'some no no no',
    'some no no no',
    everything,
  ],
  'private.review_objections': forTheServiceAlone,
  'public.email_signups': [
    'no yes no no',
    'none yes none none',
    'none yes none none',
    'none yes none none',
    'none yes none none',
    everything,
    everything,
  ],
  'public.user_roles': [
    nobody,
    'none no no no',
    'none no no no',
    'some no no no',
    'some no no no',
    'some no no no',
    everything,
  ],
  'public.discount_codes': [
    nobody,
    'none no none none',
    'none no none none',
    'none no none none',
    'none no none none',
    everything,
    everything,
  ],

  'private.clock': [
    'all no no no',
    'all no no no',
    'all no no no',
    'all no no no',
    'all no no no',
    'all no no no',
    'all no all no',
  ],
  'private.audit_log': [nobody, nobody, nobody, nobody, nobody, nobody, 'all yes no no'],
  'private.settings': forTheServiceAlone,
  'private.rate_limits': forTheServiceAlone,
  'private.deleted_products': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no no all'],
  'private.slug_redirects': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no no no'],
  'private.discount_holds': forTheServiceAlone,
  'private.reservation_networks': forTheServiceAlone,
  'private.payment_events': forTheServiceAlone,
  'private.refunds': forTheServiceAlone,
  'private.disputes': forTheServiceAlone,
  'private.fraud_warnings': forTheServiceAlone,
  'private.reconciliation_runs': forTheServiceAlone,
  'private.payment_discrepancies': forTheServiceAlone,
  'private.security_events': forTheServiceAlone,
  'private.outbox': forTheServiceAlone,
  'private.mailbox': forTheServiceAlone,
  'private.order_lookups': forTheServiceAlone,
  'private.order_delays': forTheServiceAlone,
  'private.preorder_ends': forTheServiceAlone,
  'private.parcels': forTheServiceAlone,
  'private.parcel_lines': forTheServiceAlone,
  'private.order_events': [nobody, nobody, nobody, nobody, nobody, nobody, 'all yes no no'],
  'private.pieces': forTheServiceAlone,
  'private.work_before_pending': forTheServiceAlone,
  'private.garment_cloths': forTheServiceAlone,
  'private.cloth_stock': forTheServiceAlone,
  'private.order_notes': forTheServiceAlone,
  'private.payment_links': forTheServiceAlone,
  'private.joined_orders': forTheServiceAlone,
  'private.exchanges': forTheServiceAlone,
  'private.owner_notes': forTheServiceAlone,
  'private.customer_notes': forTheServiceAlone,
  'private.erasures': forTheServiceAlone,
  'private.size_consents': forTheServiceAlone,
  'private.checkout_size_consents': forTheServiceAlone,
  'private.saved_replies': forTheServiceAlone,
  'private.documents': forTheServiceAlone,
  'private.document_versions': forTheServiceAlone,
  'private.document_redirects': forTheServiceAlone,
  'private.contact_answers': forTheServiceAlone,
  'private.product_customs': forTheServiceAlone,
  'private.listing_imports': forTheServiceAlone,
  'private.earlier_orders': forTheServiceAlone,
  'private.etsy_reviews': forTheServiceAlone,
  'private.imported_products': forTheServiceAlone,
  'private.imported_pictures': forTheServiceAlone,
  'private.postage_account': forTheServiceAlone,
  'private.service_keys': forTheServiceAlone,
  'private.start_marks': forTheServiceAlone,
  'private.postage_parcels': forTheServiceAlone,
  'private.address_codes': forTheServiceAlone,
  'private.refund_lines': forTheServiceAlone,
  'private.email_settings': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no all no'],
  'private.signup_counts': [nobody, nobody, nobody, nobody, nobody, nobody, 'all yes no all'],
  'private.suppressions': forTheServiceAlone,
  'private.waitlist': forTheServiceAlone,
  'private.product_availability': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no no no'],
  'private.consent_log': [nobody, nobody, nobody, nobody, nobody, nobody, 'all yes no all'],
  'private.campaigns': forTheServiceAlone,
  'private.campaign_runs': forTheServiceAlone,
  'private.campaign_recipients': forTheServiceAlone,
  'private.alert_watch': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no all no'],
  'private.text_message_use': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no all no'],
  'private.checkout_health': [nobody, nobody, nobody, nobody, nobody, nobody, 'all no all no'],
  'private.test_payment_sessions': forTheServiceAlone,
  'private.test_payment_events': forTheServiceAlone,

  'private.signing_keys': forTheServiceAlone,
  'private.invitations': forTheServiceAlone,
  'private.leaky_buckets': forTheServiceAlone,
  'private.sign_in_failures': forTheServiceAlone,
  'private.known_devices': forTheServiceAlone,
  // Policies read it for the requirements on administrators.
  'private.access_rules': [
    nobody,
    'all no no no',
    'all no no no',
    'all no no no',
    'all no no no',
    'all no no no',
    'all no all no',
  ],

  'auth.users': forTheServiceAlone,
  'auth.identities': forTheServiceAlone,
  // Policies read it for the caller's own session and factors.
  'auth.sessions': [
    nobody,
    'none no no no',
    'none no no no',
    'none no no no',
    'none no no no',
    'some no no no',
    everything,
  ],
  'auth.refresh_tokens': forTheServiceAlone,
  'auth.mfa_factors': [
    nobody,
    'none no no no',
    'none no no no',
    'none no no no',
    'none no no no',
    'some no no no',
    everything,
  ],
  'auth.mfa_challenges': forTheServiceAlone,
  'auth.mfa_amr_claims': forTheServiceAlone,
  'auth.one_time_tokens': forTheServiceAlone,
  'auth.flow_state': forTheServiceAlone,
  'auth.audit_log_entries': [nobody, nobody, nobody, nobody, nobody, nobody, 'all yes no no'],

  // Administrators manage images; only the service manages buckets. Anonymous reads of public buckets go through the
  // service.
  'storage.buckets': [
    'none no no no',
    'none no no no',
    'none no no no',
    'none no no no',
    'none no no no',
    'all no no no',
    everything,
  ],
  'storage.objects': [
    'none no no no',
    'none no none none',
    'none no none none',
    'none no none none',
    'some yes none none',
    everything,
    everything,
  ],

  // The migration ledger belongs to the owner of the database.
  'migrations.applied': [nobody, nobody, nobody, nobody, nobody, nobody, nobody],
  'migrations.needed': [nobody, nobody, nobody, nobody, nobody, nobody, nobody],
}

/** The session and the factors of the caller, if there are any. */
const ofTheSession = ['auth.sessions', 'auth.mfa_factors']

/** The matrix entry of a caller. At aal1 staff with a second factor have the rights of any other user, and read their role. */
export function rightsOf(caller: CallerName, table: string): string | undefined {
  const row = accessMatrix[table]
  const own = roles.find((role) => caller.startsWith(role))
  const hasFactor = caller.includes('Aal')
  if (ofTheSession.includes(table) && hasFactor) return row?.[roles.indexOf('admin')]
  const role = caller.endsWith('Aal1') && table !== 'public.user_roles' ? 'other' : own
  return role && row?.[roles.indexOf(role)]
}

const prices = 'product_name product_size product_price discount_amount shipping_amount final_amount'.split(' ')
const promises = ['dispatch_by', 'promised_dispatch_by', 'arrive_by']
const machine =
  'provider_state payment_provider payment_session_id payment_id payment_read_at refunded_amount user_id'.split(' ')

/** Columns a signed-in user may never write, whatever the row's policies: amounts, and what only the program sets. */
export const neverWritten: Record<string, string[]> = {
  'public.pre_orders': ['id', 'order_number', 'created_at', 'version', ...promises, ...prices, ...machine],
  'public.order_lines': ['unit_price', 'quantity', 'cancelled_quantity', 'order_id'],
  'public.products': ['id', 'created_at', 'version', 'updated_at'],
  'public.user_roles': ['user_id', 'role'],
  'public.discount_codes': ['redeemed', 'held', 'version', 'id'],
  'public.email_signups': ['id', 'created_at', ...'consented_at consent_ip confirmed_at unsubscribed_at'.split(' ')],
}
