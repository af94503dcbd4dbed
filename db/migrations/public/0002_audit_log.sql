-- Who changed what, when, from what to what. Rows are only ever added.
create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default public.shop_now(),
  actor uuid,
  actor_role text,
  request_id text,
  ip text,
  table_name text not null,
  row_id text,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_log_row_idx on private.audit_log (table_name, row_id, id);

alter table private.audit_log enable row level security;
alter table private.audit_log force row level security;
revoke all on private.audit_log from anon, authenticated;
grant select, insert on private.audit_log to service_role;
create policy "the service reads and adds" on private.audit_log for all to service_role using (true) with check (true);
-- The trigger below adds rows as the owner of the tables, whoever caused them.
do $$ begin
  execute format('create policy "triggers add" on private.audit_log for insert to %I with check (true)', current_user);
end $$;

-- Writes one row per changed row: of an update only the columns that changed. The argument names the key column.
create function private.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key and key not in ('version', 'updated_at');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $$;
revoke all on function private.audit() from public;
create trigger audit after insert or update or delete on private.settings
  for each row execute function private.audit('name');
