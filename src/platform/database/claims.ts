export type Role = 'anon' | 'authenticated' | 'service_role'

/** The claims of a verified token; policies read them as `request.jwt.claims`. */
export type Claims = {
  role: Role
  sub?: string
  session_id?: string
  aal?: string
  email?: string
  [claim: string]: unknown
}

export const anonymous: Claims = { role: 'anon' }
export const service: Claims = { role: 'service_role' }

/** The caller, for the audit log: triggers read these values with `current_setting`. */
export type RequestContext = { requestId?: string; ip?: string }
