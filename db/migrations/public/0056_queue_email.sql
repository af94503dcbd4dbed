-- The program queues its e-mails by the function that triggers call: one upsert. It gives the row that it wrote, null for an
-- e-mail that is known. With a failure the e-mail is stored as failed, where the owner sees it.
drop function private.queue_email(text, text, text, jsonb, uuid, timestamptz);
create function private.queue_email(kind text, cause text, recipient text, data jsonb,
  order_id uuid default null, not_before timestamptz default now(), failure text default null)
  returns private.outbox language plpgsql security definer set search_path = '' as $$
declare
  written private.outbox;
begin
  insert into private.outbox (kind, cause, recipient, data, order_id, next_attempt_at, message_id, state, last_error)
  values (kind, cause, recipient, data, order_id, not_before,
    '<' || kind || '.' || cause || '@' || (select mail_domain from private.email_settings) || '>',
    case when failure is null then 'waiting' else 'failed' end, failure)
  on conflict on constraint outbox_kind_cause_key do update
    set next_attempt_at = excluded.next_attempt_at,
        state = case when outbox.state = 'dropped' then excluded.state else outbox.state end,
        recipient = case when outbox.state = 'dropped' then excluded.recipient else outbox.recipient end,
        data = case when outbox.state = 'dropped' then excluded.data else outbox.data end,
        created_at = case when outbox.state = 'dropped' then excluded.created_at else outbox.created_at end,
        last_error = excluded.last_error
    where outbox.state in ('dropped', 'sending')
  returning outbox.* into written;
  return written;
end $$;
revoke all on function private.queue_email(text, text, text, jsonb, uuid, timestamptz, text) from public;
grant execute on function private.queue_email(text, text, text, jsonb, uuid, timestamptz, text) to service_role;
