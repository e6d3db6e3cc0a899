-- A search asks for the whole title by itself (server/db/search-text.ts), and the index of trigrams takes long for one that
-- many contain. By hash: a folded title may be longer than a row of a tree takes.

create index songs_by_title on songs using hash (folded_title);

create index playlists_by_title on playlists using hash (folded_title);
