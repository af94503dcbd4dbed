-- The service can only read the log of sign-ins and add to it. This function deletes from it, by age alone.
create policy "triggers may read" on auth.audit_log_entries for select to shop_triggers using (true);
create policy "triggers may delete" on auth.audit_log_entries for delete to shop_triggers using (true);

-- Deletes lines that are older than a year, the oldest first. Returns how many.
create function auth.forget_sign_in_log(p_most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  with old as (
    select entry.id from auth.audit_log_entries as entry where entry.created_at < now() - interval '1 year'
     order by entry.created_at limit p_most)
  delete from auth.audit_log_entries as entry using old where entry.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function auth.forget_sign_in_log(integer) from public;
grant execute on function auth.forget_sign_in_log(integer) to service_role;
