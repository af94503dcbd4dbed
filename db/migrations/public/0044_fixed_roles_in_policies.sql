-- Triggers that write for others run as the owner of the tables, and policies named the login that ran the migrations. After
-- a restore under another login no policy fitted, and every sale was refused. Policies now name a fixed role, `shop_triggers`,
-- of which the login is a member. It may not log in, and owns nothing.
do $$
declare
  knows_inherit constant boolean := current_setting('server_version_num')::int >= 160000;
begin
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'shop_triggers') then
        create role shop_triggers nologin noinherit;
      end if;
      if not pg_has_role(current_user, 'shop_triggers', 'USAGE') then
        execute format('grant shop_triggers to current_user%s',
          case when knows_inherit then ' with inherit true, set false' else '' end);
      end if;
      exit;
    -- Roles belong to the whole cluster: two databases may make this one at the same moment.
    exception
      when insufficient_privilege then
        raise insufficient_privilege using message = format('as a superuser, run "create role shop_triggers nologin" '
          'where it is missing, and "grant shop_triggers to %I"', current_user);
      when duplicate_object or unique_violation or internal_error then
        if attempt = 20 then raise; end if;
        perform pg_sleep(0.05);
    end;
  end loop;
end $$;

-- Whatever login the policies of triggers name now.
do $$
declare
  each record;
begin
  for each in select schemaname, tablename, policyname from pg_policies
    where schemaname in ('public', 'private', 'storage') and policyname like 'triggers %' and roles <> '{shop_triggers}'
  loop
    execute format('alter policy %I on %I.%I to shop_triggers', each.policyname, each.schemaname, each.tablename);
  end loop;
end $$;
