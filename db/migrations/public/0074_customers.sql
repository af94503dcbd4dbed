-- What the owner keeps about customers: answers to messages of the contact form with the texts they begin from, a private note on
-- a customer; and the consent of a customer that the shop looks up her last size and height for her.

-- A text that replies begin from. `{name}` and `{order}` are filled in.
create table private.saved_replies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  reply text not null check (length(reply) between 1 and 5000),
  version integer not null default 1,
  updated_at timestamptz not null default public.shop_now()
);
select private.protect('private.saved_replies');

-- A message of the contact form that is answered: by an e-mail from the back office, or elsewhere (`reply` is null). It goes with the
-- message, 30 days after that was sent.
create table private.contact_answers (
  message_id uuid primary key references private.outbox on delete cascade,
  reply text check (length(reply) between 1 and 5000),
  email_id uuid references private.outbox on delete set null,
  answered_by uuid not null,
  answered_at timestamptz not null default public.shop_now()
);
select private.protect('private.contact_answers');

-- The owner's own note on a customer: by the account, or by the address where there is none. Never printed, sent or shown to customers.
create table private.customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users on delete cascade,
  email text unique check (email = lower(email)),
  note text not null check (length(note) between 1 and 5000),
  updated_at timestamptz not null default public.shop_now(),
  constraint customer_notes_of_one check ((user_id is null) <> (email is null))
);
select private.protect('private.customer_notes');

-- A customer's consent that the shop offers her the size and height of her last order. Without a row nothing is offered.
create table private.size_consents (
  user_id uuid primary key references auth.users on delete cascade,
  given_at timestamptz not null default public.shop_now(),
  consent_text text not null
);
select private.protect('private.size_consents');
