-- For the migrations after this one: a new table that the functions of the shop alone read and write. Policies and grants of
-- other roles are added beside it.
create function private.protect(target regclass) returns void language plpgsql set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('grant select, insert, update, delete on %s to service_role', target);
  execute format('create policy "service_role may do everything" on %s for all to service_role using (true) with check (true)', target);
end $$;
revoke all on function private.protect(regclass) from public;
