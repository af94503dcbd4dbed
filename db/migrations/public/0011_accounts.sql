-- What accounts need beside GoTrue's own tables: signing keys, pauses between letters, failures of signing in, known
-- devices; whose orders are whose; and what is asked of administrators.

-- Keys that users' tokens are signed with. The private half is sealed under JWT_SECRET, so every instance can use it.
create table private.signing_keys (
  kid text primary key,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- One letter of a kind to an address a minute, whether or not an account has it. The address is kept as a keyed hash.
create table private.letter_pauses (
  kind text not null,
  address_hash text not null,
  last_at timestamptz not null,
  primary key (kind, address_hash)
);

-- How often in a row a password was wrong, by address (a keyed hash) and by who tried: a device known for that account,
-- or everybody else together. It slows further tries; nobody is ever locked out.
create table private.sign_in_failures (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  next_try_at timestamptz not null
);
create index sign_in_failures_last_idx on private.sign_in_failures (last_failed_at);

-- Where an account was signed in from before: a keyed hash of the network and the program.
create table private.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- What policies ask of administrators; the server writes its configuration here when it starts.
create table private.access_rules (
  only_row boolean primary key default true check (only_row),
  admin_mfa_required boolean not null default false
);
insert into private.access_rules default values;

do $$
declare each text;
begin
  foreach each in array array['signing_keys', 'letter_pauses', 'sign_in_failures', 'known_devices', 'access_rules'] loop
    execute format('alter table private.%I enable row level security', each);
    execute format('alter table private.%I force row level security', each);
    execute format('revoke all on private.%I from anon, authenticated', each);
  end loop;
end $$;
grant select, insert, update, delete on private.signing_keys, private.letter_pauses, private.sign_in_failures,
  private.known_devices to service_role;
create policy "the service keeps keys" on private.signing_keys for all to service_role using (true) with check (true);
create policy "the service keeps pauses" on private.letter_pauses for all to service_role using (true) with check (true);
create policy "the service counts failures" on private.sign_in_failures for all to service_role using (true) with check (true);
create policy "the service knows devices" on private.known_devices for all to service_role using (true) with check (true);
grant select on private.access_rules to authenticated;
grant select, update on private.access_rules to service_role;
create policy "policies read the rules" on private.access_rules for select to authenticated using (true);
create policy "the service sets the rules" on private.access_rules for all to service_role using (true) with check (true);

-- Every instance hears of a new key and of a changed rule.
create trigger announce after insert or update or delete on private.signing_keys
  for each statement execute function private.announce_change();

-- An administrator is somebody with the role and, where the shop asks for it, a second factor in this very session.
create or replace function private.is_admin() returns boolean language sql stable as $$
  select exists (select from public.user_roles where user_id = auth.uid() and role = 'admin')
    and (auth.jwt() ->> 'aal' = 'aal2' or not (select admin_mfa_required from private.access_rules))
$$;

-- An order belongs to the account whose verified address it was placed with. Before an address is verified nobody sees
-- what belongs to it, so the link is made when that is so, from whichever side comes last. An account that moves to
-- another address does not bring the orders of that address to it: who opened the account is not who read the letter.
create index pre_orders_customer_email_idx on public.pre_orders (lower(customer_email)) where user_id is null;

create function private.link_orders_of_account() returns trigger language plpgsql as $$
begin
  if new.email_confirmed_at is not null and new.email is not null
    and (tg_op = 'INSERT' or old.email_confirmed_at is null) then
    update public.pre_orders set user_id = new.id where lower(customer_email) = lower(new.email) and user_id is null;
  end if;
  return null;
end $$;
create trigger link_orders after insert or update of email_confirmed_at on auth.users
  for each row execute function private.link_orders_of_account();

create function private.link_order_to_account() returns trigger language plpgsql as $$
begin
  -- Only the machine writes customers' addresses; an administrator who does may not read accounts.
  if auth.role() = 'service_role' then
    new.user_id := (select id from auth.users
      where lower(email) = lower(new.customer_email) and email_confirmed_at is not null and not is_sso_user limit 1
      -- Held until this order is written: an account that is being erased is waited for.
      for key share);
  end if;
  return new;
end $$;
create trigger link_to_account before insert or update of customer_email on public.pre_orders
  for each row when (new.user_id is null and new.customer_email is not null)
  execute function private.link_order_to_account();

-- Where an account has a second factor, a password alone shows none of its orders. The server says in the claims of a
-- request that the factor is still owed; a token cannot say so by itself, nor leave it out.
create function private.owes_factor() returns boolean language sql stable as
$$ select coalesce((auth.jwt() ->> 'owes_factor')::boolean, false) $$;
alter policy "customers see their own orders, administrators all" on public.pre_orders
  using ((user_id = (select auth.uid()) and not (select private.owes_factor())) or (select private.is_admin()));
