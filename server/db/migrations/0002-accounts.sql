-- The embedded identity provider.

create table accounts (
  uid text primary key,
  -- Lower-cased.
  email text not null unique,
  -- Null for an account that signs in with Google only.
  password_hash text,
  email_verified boolean not null,
  -- Seconds since the epoch: sign-ins before it have ended.
  valid_since bigint not null,
  disabled boolean not null,
  created_at bigint not null,
  last_login_at bigint
);

create table refresh_tokens (
  -- SHA-256 of the token.
  hash text primary key,
  uid text not null references accounts (uid),
  -- Seconds since the epoch.
  auth_time bigint not null,
  created_at bigint not null
);

create index refresh_tokens_by_uid on refresh_tokens (uid);
