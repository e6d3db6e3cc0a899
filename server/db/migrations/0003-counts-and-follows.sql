-- Counts: totals on what is counted, and the changes that are not folded into them yet. A write only adds a row, so
-- that a thousand likes at once do not wait for one row; the true count is the total with its changes.

alter table songs add column likes bigint not null default 0;

alter table songs add column plays bigint not null default 0;

alter table users add column followers bigint not null default 0;

update songs set likes = (select count(*) from likes where likes.song_id = songs.id);

create table count_changes (
  id text primary key,
  kind text not null check (kind in ('like', 'play', 'follower', 'playlist-follower')),
  subject text not null,
  change bigint not null
);

create index count_changes_by_subject on count_changes (kind, subject);

create index songs_most_played on songs (plays, id) where not private;

create index songs_most_played_of_genre on songs (genre, plays, id) where not private;

create index songs_most_liked on songs (likes, id) where not private;

create index songs_by_age on songs (created_at, id);

create table user_follows (
  uid text not null references users (uid),
  followed text not null references users (uid),
  -- Place among those the user follows, ascending; new ones come first.
  position bigint not null,
  created_at bigint not null,
  primary key (uid, followed)
);

create index user_follows_in_order on user_follows (uid, position, followed);

create index user_follows_newest on user_follows (followed, created_at, uid);

-- Names and titles as searches compare them, written by foldCase of the contract; empty where that is still to come.

alter table users add column folded_name text collate "C" not null default '';

alter table songs add column folded_title text collate "C" not null default '';

create index artists_by_name on users (folded_name, uid) where artist;

create index users_not_folded on users (uid) where folded_name = '';

create index songs_not_folded on songs (id) where folded_title = '';
