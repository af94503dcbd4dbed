-- An account with a verified second factor has its rights only in a session that has shown one, whatever ADMIN_MFA says.
-- The database decides it from its own rows, at every statement.

-- Whether the caller has shown a second factor. The token and the session must both say so: an old token keeps its level
-- after the session rose, and the session falls when the factor is removed. A token without a session is the service's word.
create function private.has_shown_factor() returns boolean language sql stable as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and (
    auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions
      where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'))
$$;

-- Whether the caller's account has a verified second factor that this session has not shown.
create or replace function private.owes_factor() returns boolean language sql stable as $$
  select not private.has_shown_factor()
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;

-- An administrator has the role, owes no second factor and, with ADMIN_MFA=required, has shown one.
create or replace function private.is_admin() returns boolean language sql stable as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin')
    and not private.owes_factor()
    and (private.has_shown_factor() or not (select admin_mfa_required from private.access_rules))
$$;
