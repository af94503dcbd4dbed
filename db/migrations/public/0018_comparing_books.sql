-- Laying both books side by side: one comparison at a time, and findings that know what they were accepted for.

-- Of a comparison that was killed nothing more is heard: a minute later another may begin.
alter table private.money_runs add alive_at timestamptz not null default now();
create unique index money_runs_one_at_a_time on private.money_runs ((finished_at is null)) where finished_at is null;

alter table private.money_findings
  add print text not null default '',  -- of the facts: what is found with other facts is news
  add accepted_print text,             -- the facts somebody has accepted: found again with them, it stays resolved
  add resolved_by uuid,                -- null: the books agreed by themselves
  add note text check (length(note) <= 1000);
create index money_findings_resolved_idx on private.money_findings (resolved_at desc) where resolved_at is not null;
create trigger audit after insert or update or delete on private.money_findings
  for each row execute function private.audit('id');

-- The figures of each day, and what is owed however old it is.
create index pre_orders_paid_at_idx on public.pre_orders (paid_at) where paid_at is not null;
create index pre_orders_cancelled_unpaid_back_idx on public.pre_orders (id)
  where order_status = 'cancelled' and paid_at is not null and refunded_amount < final_amount;
create index refunds_requested_at_idx on private.refunds (requested_at);
create index fraud_warnings_received_at_idx on private.fraud_warnings (received_at);
create index disputes_opened_at_idx on private.disputes (opened_at);
