create table playlists (
  id text primary key,
  owner text not null references users (uid),
  title text not null,
  description text not null,
  genre text,
  private boolean not null,
  image text references assets (id),
  -- Place in the owner's own order, ascending; new playlists come first.
  position bigint not null,
  followers bigint not null default 0,
  folded_title text collate "C" not null,
  created_at bigint not null
);

create index playlists_by_owner on playlists (owner, position, id);

create index playlists_by_age on playlists (created_at, id);

create index playlists_public on playlists (created_at, id) where not private;

create index playlists_most_followed on playlists (followers, id) where not private;

create index playlists_by_image on playlists (image);

create table playlist_songs (
  playlist_id text not null references playlists (id),
  song_id text not null references songs (id),
  -- Place in the playlist, ascending; new songs come last.
  position bigint not null,
  primary key (playlist_id, song_id)
);

create index playlist_songs_in_order on playlist_songs (playlist_id, position, song_id);

create index playlist_songs_by_song on playlist_songs (song_id, playlist_id);

create table playlist_follows (
  uid text not null references users (uid),
  playlist_id text not null references playlists (id),
  -- Place among the followed playlists, ascending; new ones come first.
  position bigint not null,
  created_at bigint not null,
  primary key (uid, playlist_id)
);

create index playlist_follows_in_order on playlist_follows (uid, position, playlist_id);

create index playlist_follows_by_playlist on playlist_follows (playlist_id);
