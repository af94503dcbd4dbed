-- The links sent to an address end when the order's e-mail address changes.

-- An order with another e-mail address belongs to no account until it is linked on purpose, and the links sent before open it
-- no more: the old address may be a stranger's, by a typing error.
create or replace function private.unlink_order_of_changed_email() returns trigger language plpgsql as $$
begin
  new.user_id := null;
  new.link_version := greatest(new.link_version, old.link_version + 1);
  return new;
end $$;

-- Addresses that were corrected before this migration: the first one may still have the order's links. The customer gets a new
-- link from the form for lost links.
set local role service_role;
update public.pre_orders o set link_version = link_version + 1
 where exists (select from private.order_edits e, jsonb_array_elements(e.changes) as change
   where e.order_id = o.id and change ->> 'field' = 'customer_email'
     and change ->> 'before' is not null and lower(change ->> 'before') is distinct from lower(change ->> 'after'));
reset role;
