-- Portable SQL: text ids made by the server, no serial, trigger, advisory lock or deferrable constraint.
-- Columns named *_at are milliseconds since the epoch; statements end with a semicolon at the end of a line.

create table users (
  uid text primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  artist boolean not null,
  newsletter boolean not null,
  profile_image text,
  created_at bigint not null
);

-- What was uploaded. The id is the public_id: 128 random bits in base64url.
create table assets (
  id text primary key,
  uid text not null,
  kind text not null check (kind in ('audio', 'image')),
  bytes bigint not null,
  sha256 text not null,
  mime_type text not null,
  format text not null,
  original_filename text not null,
  duration double precision,
  gain double precision,
  width integer,
  height integer,
  -- The song, playlist or user that shows it; an upload that nothing claims within 24 h is removed.
  claimed_by text,
  created_at bigint not null
);

create index assets_unclaimed on assets (created_at) where claimed_by is null;

create index assets_by_uid on assets (uid);

create table songs (
  id text primary key,
  owner text not null references users (uid),
  title text not null,
  artist text not null,
  album text,
  genre text not null,
  private boolean not null,
  image text references assets (id),
  audio text not null unique references assets (id),
  duration double precision not null,
  bytes bigint not null,
  sha256 text,
  mime_type text not null,
  gain double precision,
  -- Place in the owner's own order, ascending; new songs come first.
  position bigint not null,
  created_at bigint not null
);

create index songs_by_owner on songs (owner, position, id);

create index songs_public on songs (created_at, id) where not private;

create index songs_by_image on songs (image);

create table likes (
  uid text not null references users (uid),
  song_id text not null references songs (id),
  -- Place in the user's favourites, ascending; new likes come first.
  position bigint not null,
  created_at bigint not null,
  primary key (uid, song_id)
);

create index likes_in_order on likes (uid, position, song_id);

create index likes_by_song on likes (song_id);

-- Answers of writing calls, in the transaction of their effect. `answer` is JSON text, null for 204.
create table idempotency (
  uid text not null,
  key text not null,
  method text not null,
  path text not null,
  body_hash text not null,
  status integer not null,
  answer text,
  created_at bigint not null,
  primary key (uid, key)
);

create index idempotency_by_age on idempotency (created_at);
