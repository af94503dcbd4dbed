-- Delays of many orders, and the ends that pre-orders were shown with.

-- Of one announcement to several orders: the list of answers shows them together.
alter table private.order_delays add column batch uuid;

-- Every end of a pre-order that customers saw. The rows outlive their product.
create table private.preorder_ends (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  -- The end that was shown before; null: none was.
  was timestamptz,
  ends_at timestamptz not null,
  -- The owner's reason, for herself.
  why text check (length(why) between 1 and 500),
  -- The pieces that had been ordered; null: shown before there were rows, so that what was shown earlier is not known.
  ordered bigint,
  changed_by uuid,
  at timestamptz not null default public.shop_now()
);
create index preorder_ends_product_idx on private.preorder_ends (product_id, id);
select private.protect('private.preorder_ends');
create policy "triggers may do everything" on private.preorder_ends for all to shop_triggers using (true) with check (true);

-- Whether the end that is shown is the only one that ever was.
alter table public.products add column preorder_end_held boolean not null default false;

create function private.shown_preorder_end(product public.products) returns timestamptz language sql stable set search_path = '' as $$
  select product.preorder_end_date
   where product.active and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
$$;

create function private.set_preorder_end_held() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  shown constant timestamptz := private.shown_preorder_end(new);
begin
  new.preorder_end_held := shown is not null and not exists (select from private.preorder_ends as known
    where known.product_id = new.id and (known.ends_at <> shown or known.ordered is null));
  return new;
end $$;
create trigger set_preorder_end_held before insert or update on public.products
  for each row execute function private.set_preorder_end_held();

create function private.record_preorder_end() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  shown constant timestamptz := private.shown_preorder_end(new);
  last constant timestamptz := (select ends_at from private.preorder_ends where product_id = new.id order by id desc limit 1);
begin
  if shown is not null and shown is distinct from last then
    insert into private.preorder_ends (product_id, was, ends_at, ordered, changed_by)
      values (new.id, last, shown, private.sold_units(new.id), auth.uid());
  end if;
  return null;
end $$;
create trigger record_preorder_end after insert or update on public.products
  for each row execute function private.record_preorder_end();

do $$
declare function regprocedure;
begin
  foreach function in array array['private.shown_preorder_end(public.products)', 'private.set_preorder_end_held()',
    'private.record_preorder_end()']::regprocedure[] loop
    execute format('revoke all on function %s from public', function);
  end loop;
end $$;

-- What was shown before these rows.
insert into private.preorder_ends (product_id, ends_at)
  select id, preorder_end_date from public.products where preorder_end_date is not null;
