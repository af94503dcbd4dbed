-- What somebody noted beside a refund or a finding goes with the account of whom it is about, so the log of changes, which
-- nobody can empty, does not hold it. As in 0016 but for that.
create or replace function private.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'note' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'note' end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key and key not in ('version', 'updated_at', 'payment_read_at', 'read_at');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $$;

alter table private.audit_log no force row level security;
update private.audit_log set before = before - 'note', after = after - 'note'
 where table_name in ('refunds', 'money_findings') and (before ? 'note' or after ? 'note');
alter table private.audit_log force row level security;
