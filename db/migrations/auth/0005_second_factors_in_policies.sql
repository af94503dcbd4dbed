-- Policies of `public` decide by the caller's second factors and session, so a caller may read these columns of its own rows.
-- A hosted project needs these statements too, before the migrations of `public`.
grant select (user_id, status) on auth.mfa_factors to authenticated;
create policy "users see whether they have second factors" on auth.mfa_factors for select to authenticated
  using (user_id = (select auth.uid()));
grant select (id, user_id, aal) on auth.sessions to authenticated;
create policy "users see the level of their sessions" on auth.sessions for select to authenticated
  using (user_id = (select auth.uid()));
