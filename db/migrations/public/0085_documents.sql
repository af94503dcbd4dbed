-- Pages as documents: typed blocks as data, never HTML. Their first versions are those of db/catalogue/documents.

-- `path`: the page's address, or the name of a text that has none, such as 'footer'. `draft`: null where it is as published.
-- `revision` grows with every change: a save that is based on another one is refused. `own`: a page that the owner added.
create table private.documents (
  path text primary key check (path ~ '^(/|(/[a-z0-9]+(-[a-z0-9]+)*)+|[a-z][a-z_:-]*)$' and length(path) <= 100),
  draft jsonb,
  revision integer not null default 1,
  own boolean not null default false,
  place text check (place in ('header', 'footer')),
  updated_at timestamptz not null default public.shop_now(),
  updated_by uuid
);
select private.protect('private.documents');

-- The version that is shown is the newest whose time has come: one of a later time is scheduled, and no job publishes it.
-- `published_by`: null for the text that the program ships.
create table private.document_versions (
  path text not null references private.documents on update cascade on delete cascade,
  number integer not null,
  content jsonb not null,
  at timestamptz not null,
  published_by uuid,
  primary key (path, number)
);
select private.protect('private.document_versions');

-- The addresses that own pages have left. They follow further moves.
create table private.document_redirects (
  from_path text primary key,
  path text not null references private.documents on update cascade on delete cascade
);
create index document_redirects_path_idx on private.document_redirects (path);
select private.protect('private.document_redirects');

-- Drafts are no change of a page.
create trigger notify_change after insert or update or delete on private.document_versions
  for each statement execute function private.notify_change();
create trigger notify_change after update of path, place or delete on private.documents
  for each statement execute function private.notify_change();
