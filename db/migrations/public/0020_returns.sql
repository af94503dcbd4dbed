-- Returns: what customers declare (a withdrawal from the contract, a fault), and what becomes of it.

create table private.returns (
  id uuid primary key,   -- from the customer's browser, so that a repeated press declares it once
  order_id uuid not null references public.pre_orders on delete cascade,
  kind text not null check (kind in ('withdrawal', 'fault', 'other')),
  state text not null default 'requested' check (state in ('requested', 'received', 'inspected', 'refunded', 'refused')),
  -- `page`: the order's page. `form`: order number and e-mail address alone.
  declared_on text not null default 'page' check (declared_on in ('page', 'form')),
  reason text check (length(reason) between 1 and 2000),
  -- Names of objects in the bucket `return-photographs`.
  photographs text[] not null default '{}' check (cardinality(photographs) <= 6),
  requested_at timestamptz not null default public.shop_now(),
  received_at timestamptz,
  inspected_at timestamptz,
  settled_at timestamptz, -- refunded or refused
  answer text check (length(answer) between 1 and 2000), -- to the customer, where it is refused
  note text check (length(note) between 1 and 2000),     -- the owner's own
  refund_id uuid references private.refunds on delete set null,
  version integer not null default 1,
  constraint returns_settled check ((settled_at is not null) = (state in ('refunded', 'refused'))),
  constraint returns_refused_with_answer check (state <> 'refused' or answer is not null)
);
create index returns_order_idx on private.returns (order_id, requested_at);
create index returns_open_idx on private.returns (requested_at) where settled_at is null;
create index returns_newest_idx on private.returns (requested_at desc, id);
create index returns_photographs_idx on private.returns using gin (photographs) where photographs <> '{}';

create table private.return_lines (
  return_id uuid not null references private.returns on delete cascade,
  line_id bigint not null references public.order_lines on delete cascade,
  quantity smallint not null check (quantity between 1 and 20),
  primary key (return_id, line_id)
);
create index return_lines_line_idx on private.return_lines (line_id);

-- Requests for a new link, or withdrawals, by order number and e-mail address alone. A job answers each by e-mail and deletes
-- the row, so the response to the visitor is the same whether or not the order exists.
create table private.order_lookups (
  id uuid primary key default gen_random_uuid(),
  order_number text not null check (length(order_number) <= 60),
  email text not null check (length(email) <= 254),
  withdraws boolean not null,
  requested_at timestamptz not null default public.shop_now()
);

-- The functions of the shop read and write all three, after they have checked the caller; no other role does.
do $$
declare name text;
begin
  foreach name in array array['returns', 'return_lines', 'order_lookups'] loop
    execute format('alter table private.%I enable row level security', name);
    execute format('alter table private.%I force row level security', name);
    execute format('grant select, insert, update, delete on private.%I to service_role', name);
    execute format('create policy "service_role may do everything" on private.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;

-- The audit log gets kind and state alone: it is never deleted from, and what customers write is.
create function private.audit_return() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name, new.order_id::text, lower(tg_op),
    case when tg_op = 'UPDATE' then jsonb_build_object('state', old.state) end,
    jsonb_build_object('id', new.id, 'kind', new.kind, 'state', new.state));
  return null;
end $$;
revoke all on function private.audit_return() from public;
create trigger audit after insert or update of state on private.returns
  for each row execute function private.audit_return();

create function private.set_return_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger before_write before update on private.returns for each row execute function private.set_return_version();

grant execute on function private.queue_owner_email(text, text, uuid, interval, jsonb) to service_role;

-- As the service role: row-level security binds the owner of the tables too.
set local role service_role;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('return-photographs', 'return-photographs', false, 10000000, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
  on conflict (id) do nothing;
-- The tables of a hosted project have no quotas.
do $$ begin
  if exists (select from information_schema.columns
      where table_schema = 'storage' and table_name = 'buckets' and column_name = 'quota_bytes') then
    update storage.buckets set quota_bytes = 5000000000 where id = 'return-photographs';
  end if;
end $$;
reset role;
