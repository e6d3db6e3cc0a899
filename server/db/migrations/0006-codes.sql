-- Codes that mails carry, each for one use (specification 16.24).

create table codes (
  -- SHA-256 of the code.
  hash text primary key,
  uid text not null references accounts (uid),
  kind text not null,
  -- The address that a change of email wants.
  new_email text,
  -- The sign-in that asked for the change.
  session text,
  created_at bigint not null,
  expires_at bigint not null
);

create index codes_by_uid on codes (uid);

-- The one sign-in from before valid_since that goes on: it asked for the change by mail.
alter table accounts add column kept_session text;
