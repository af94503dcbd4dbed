-- Policies decide by the second factors and the session of the caller, so the caller may read these columns of its own rows.
grant select (user_id, status) on auth.mfa_factors to authenticated;
create policy "users see whether they have second factors" on auth.mfa_factors for select to authenticated
  using (user_id = (select auth.uid()));
grant select (id, user_id, aal) on auth.sessions to authenticated;
create policy "users see the level of their sessions" on auth.sessions for select to authenticated
  using (user_id = (select auth.uid()));
