-- An order whose e-mail address is removed sends nothing to it any more: what waits is written when it is sent, with a new link.
create function private.drop_emails_of_removed_address() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- One that is being sent is for no address at its next look, and fails.
  update private.outbox as w set recipient = '', state = case w.state when 'waiting' then 'dropped' else w.state end
   where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  return null;
end $$;
revoke all on function private.drop_emails_of_removed_address() from public;
create trigger drop_emails_of_removed_address after update of customer_email on public.pre_orders for each row
  when (old.customer_email is not null and new.customer_email is null)
  execute function private.drop_emails_of_removed_address();
