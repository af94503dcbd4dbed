-- Buckets and the objects in them: the storage service's own tables. Who may do what with objects, `public` says, so that
-- a hosted project, which brings these tables, takes the same rules. Bytes lie in files named by id and version.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key check (length(id) between 1 and 100),
  name text not null constraint buckets_name_key unique,
  owner uuid,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0), -- bytes; null: the service's own limit
  allowed_mime_types text[],                          -- whole names or 'image/*'; null: any
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null check (length(name) between 1 and 1024),
  owner uuid,
  -- Which bytes: another upload under the same name is another version, so no file is ever written over.
  version uuid not null default gen_random_uuid(),
  metadata jsonb not null default '{}',      -- eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode
  user_metadata jsonb,
  picture jsonb,                             -- of what decodes: width, height (pixels, upright), blur (data URI), type
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint objects_bucket_id_name_key unique (bucket_id, name)
);
create index objects_created_at_idx on storage.objects (created_at);

alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
revoke all on storage.buckets, storage.objects from anon, authenticated;
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects to authenticated;
grant select on storage.objects to anon;
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
create policy "the service keeps buckets" on storage.buckets for all to service_role using (true) with check (true);
create policy "the service keeps objects" on storage.objects for all to service_role using (true) with check (true);
