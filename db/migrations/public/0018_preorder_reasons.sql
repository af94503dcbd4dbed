-- A reason to pre-order, chosen by the owner for each product: an early price, numbered pieces, or the head of the cutting list.

alter table public.products
  add column preorder_reason text constraint products_preorder_reason_check
    check (preorder_reason in ('price', 'numbered', 'first')), -- null: none
  add column preorder_price numeric(10, 2) constraint products_preorder_price_check check (preorder_price > 0),
  add constraint products_preorder_price_needed check ((preorder_reason is not distinct from 'price') = (preorder_price is not null)),
  add constraint products_preorder_price_lower check (preorder_price < price),
  add constraint products_numbered_has_limit check (preorder_reason is distinct from 'numbered' or preorder_limit is not null);
grant insert (preorder_reason, preorder_price), update (preorder_reason, preorder_price) on public.products to authenticated;

-- The price of a piece ordered now: the early price while the pre-order is live. The same rule as effectivePence in the program.
create function public.effective_price(price numeric, is_preorder boolean, ends_at timestamptz, reason text, early numeric)
  returns numeric language sql stable as
$$ select case when reason = 'price' and early is not null and public.is_preorder_live(is_preorder, ends_at) then early else price end $$;
grant execute on function public.effective_price(numeric, boolean, timestamptz, text, numeric) to anon, authenticated, service_role;

-- As sold. Pieces are numbered when their order is paid.
alter table public.order_lines
  add column preorder_reason text check (preorder_reason in ('price', 'numbered', 'first')),
  add column numbered_of integer check (numbered_of > 0), -- the limit when it was ordered; null: not numbered
  add column piece_numbers integer[],                     -- ascending; null: not paid, or no number was left
  add constraint order_lines_numbered_complete check ((preorder_reason is not distinct from 'numbered') = (numbered_of is not null)),
  add constraint order_lines_piece_numbers_fit check (piece_numbers is null
    or (numbered_of is not null and cardinality(piece_numbers) between 1 and quantity));
create index order_lines_piece_numbers_idx on public.order_lines (product_id) where piece_numbers is not null;
create policy "triggers may number pieces" on public.order_lines for update to shop_triggers using (true) with check (true);

-- Gives the pieces of an order that is sold the lowest free numbers from 1 to the limit, and frees them when it is not sold any
-- more. Runs at the commit, when the transaction has all its other locks, one transaction at a time. A payment beyond the limit
-- gets no number; the order is marked for review already.
create function private.number_pieces() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  numbered_order constant uuid := case tg_table_name when 'order_lines' then to_jsonb(new) ->> 'order_id' else to_jsonb(new) ->> 'id' end;
  line record;
begin
  perform pg_advisory_xact_lock(hashtextextended('numbered pieces', 0));
  if not exists (select from public.pre_orders o
      where o.id = numbered_order and private.is_sold(o.payment_state, o.payment_status, o.order_status)) then
    update public.order_lines set piece_numbers = null where order_id = numbered_order and piece_numbers is not null;
    return null;
  end if;
  for line in
    select l.id, l.product_id, l.numbered_of, coalesce(l.piece_numbers, '{}') as numbers,
      l.quantity - l.cancelled_quantity - coalesce(cardinality(l.piece_numbers), 0) as missing
      from public.order_lines l where l.order_id = numbered_order and l.numbered_of is not null order by l.position
  loop
    continue when line.missing <= 0;
    update public.order_lines set piece_numbers = (
      select array_agg(number order by number) from (
        select unnest(line.numbers) as number
        union all (select free from generate_series(1, line.numbered_of) as free
          where not exists (select from public.order_lines taken
            where taken.product_id = line.product_id and taken.piece_numbers @> array[free])
          order by free limit line.missing)) as numbers)
     where id = line.id;
  end loop;
  return null;
end $$;
revoke all on function private.number_pieces() from public;
create constraint trigger number_pieces after update on public.pre_orders deferrable initially deferred
  for each row when (private.is_sold(old.payment_state, old.payment_status, old.order_status)
    <> private.is_sold(new.payment_state, new.payment_status, new.order_status))
  execute function private.number_pieces();
-- After the cancellation of a line is undone.
create constraint trigger number_pieces after update on public.order_lines deferrable initially deferred
  for each row when (new.numbered_of is not null and new.cancelled_quantity < old.cancelled_quantity)
  execute function private.number_pieces();

-- A line of which pieces are cancelled keeps its lowest numbers.
create function private.drop_piece_numbers() returns trigger language plpgsql as $$
begin
  new.piece_numbers := nullif(new.piece_numbers[1:new.quantity - new.cancelled_quantity], '{}');
  return new;
end $$;
create trigger drop_piece_numbers before update of quantity, cancelled_quantity on public.order_lines
  for each row when (cardinality(new.piece_numbers) > new.quantity - new.cancelled_quantity)
  execute function private.drop_piece_numbers();
