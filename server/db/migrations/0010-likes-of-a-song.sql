-- Whether somebody likes a song is one look with both columns, also where 100,000 like it.
create index likes_of_song on likes (song_id, uid);

drop index likes_by_song;
