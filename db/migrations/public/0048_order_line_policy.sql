-- With a limit of one row PostgreSQL took reading the whole table for cheaper than its indexes, since it expected a line of the
-- caller soon. For a caller without orders that read every line of the shop.

-- Always true. Its cost, which PostgreSQL adds for each row of a plan that reads the whole table, makes that plan the dearest. It
-- is in the part of the policy that is for administrators, and called for their rows alone. PL/pgSQL, because SQL would be inlined.
create function private.is_costly_to_read(order_id uuid) returns boolean language plpgsql immutable parallel safe cost 1000 as $$
begin
  return true;
end $$;
grant execute on function private.is_costly_to_read(uuid) to authenticated;

alter policy "readers of an order see its lines" on public.order_lines
  using (order_id = any (array(select id from public.pre_orders where user_id = (select auth.uid())))
    or (order_id between (select private.first_id_of_administrators()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and position between (select case when private.is_admin() then -32768 end)::smallint and 32767::smallint
      and private.is_costly_to_read(order_id)));
