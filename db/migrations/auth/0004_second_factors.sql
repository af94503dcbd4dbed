-- Second factors and their challenges, under GoTrue's names and columns.

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,                            -- TOTP: encrypted
  phone text,
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  -- The last TOTP step that was used: a code is accepted once.
  last_used_step bigint
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_name_key on auth.mfa_factors (user_id, coalesce(friendly_name, ''));

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,                          -- phone: keyed hash
  web_authn_session_data jsonb,
  attempts integer not null default 0
);
create index mfa_challenges_factor_idx on auth.mfa_challenges (factor_id, created_at);

do $$
declare name text;
begin
  foreach name in array array['mfa_factors', 'mfa_challenges'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('alter table auth.%I force row level security', name);
    execute format('grant select, insert, update, delete on auth.%I to service_role', name);
    execute format('create policy "service_role may do everything" on auth.%I for all to service_role
      using (true) with check (true)', name);
  end loop;
end $$;
