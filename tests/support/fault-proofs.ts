/** The faults that must be survived, and the tests that bring each about (specification 21.3, 21.5). */

export interface Fault {
  fault: string;
  expected: string;
  /** Files with the titles of their tests, as the files write them. */
  proofs: Record<string, string[]>;
}

const start = "tests/e2e/sync-start.test.ts";
const replay = "tests/e2e/sync-replay.test.ts";
const people = "tests/e2e/sync-people.test.ts";
const shell = "tests/e2e/worker-shell.test.ts";
const audio = "tests/e2e/worker-audio.test.ts";
const downloads = "tests/e2e/worker-downloads.test.ts";
const kept = "tests/e2e/kept-songs.test.ts";
const story = "tests/e2e/stories/main-story.ts";
const offlineStory = "tests/e2e/stories/offline-story.ts";
const histories = "tests/sync/histories.test.ts";
const drainer = "src/sync/outbox-drainer.test.ts";
const store = "src/db/query-store.test.ts";
const reconcile = "src/sync/reconcile-downloads.test.ts";
const failures = "src/audio/track-failures.test.ts";

/** Of the page, its worker and its queue. */
export const clientFaults: readonly Fault[] = [
  {
    fault: "airplane-mode cold start after likes, browser closed",
    expected: "opens signed in, covers visible, songs play and seek, no error",
    proofs: {
      [story]: [
        "liked without a network just before closing, opened again without one",
        "covers are there, songs play and seek from the device",
      ],
      [start]: ["a line that is %s, while the token %s: open at once"],
    },
  },
  {
    fault: "expired token, days offline; network that hangs",
    expected: "opens at once, not signed out; one refresh before the first replay",
    proofs: {
      [start]: [
        "a line that is %s, while the token %s: open at once",
        "a provider that answers %s at the start signs nobody out",
      ],
      "src/identity/token-source.test.ts": ["an expired one is renewed once, however many calls wait for it"],
    },
  },
  {
    fault: "crash of the tab 0 / 50 / 2,900 ms after a drop or a like shows",
    expected: "nothing lost",
    proofs: {
      [replay]: ["a tab that crashes %i ms after the heart is full loses nothing"],
      "src/features/lists/reorder.test.ts": ["a page that dies %i ms after a drop loses nothing"],
    },
  },
  {
    fault: "answer lost three times",
    expected: "one effect",
    proofs: {
      [replay]: ["an answer lost three times has one effect"],
      [drainer]: ["an answer that was lost is asked for again under the same key, before what followed it"],
      [offlineStory]: ["the next start sends all of it, each once, over a line that loses answers"],
    },
  },
  {
    fault: "5xx, 429, 408 / 401 / 4xx during a replay",
    expected: "kept and backed off / one refresh, kept / “Needs attention”, the rest goes on",
    proofs: {
      [replay]: ["%s during a replay loses nothing", "a change that is refused needs attention, and the others go on"],
      "contract/outbox-operations.test.ts": ["%s %s to a like means %s"],
      [drainer]: [
        "a refused sign-in drops nothing",
        "a server in trouble is left in peace, longer each time, until it takes something again",
      ],
    },
  },
  {
    fault: "like and unlike over and over offline in two tabs, both come back",
    expected: "last intent, one request per song (two where the first had been tried)",
    proofs: {
      [replay]: ["liked and unliked over and over in two tabs without a network: the last intent, once"],
      [drainer]: ["intents replace one another until one is sent"],
    },
  },
  {
    fault: "two devices reorder different songs offline, either reconnects first",
    expected: "both show the server's list; each moved song stands between the same quiet songs; set unchanged",
    proofs: {
      "contract/rules/merge-order.test.ts": [
        "keeps the set, whatever is sent",
        "puts what one device moved between the same quiet songs, beside a move of another",
      ],
      "tests/server/orders.test.ts": ["two devices that moved different songs both find theirs where they put it"],
      [histories]: ["${runs} histories end as wanted, part %i (SYNC_SEED=${seed})"],
    },
  },
  {
    fault: "refetch begun before an acknowledgement lands after it, one and two tabs",
    expected: "no screen shows the old state again",
    proofs: {
      [replay]: ["a list is asked for before a like in %s tab and answered after it: no tab falls back"],
      "contract/rules/overlay.test.ts": [
        "an acknowledged row is applied over answers whose request began before it, and over no other",
      ],
    },
  },
  {
    fault: "rows days old, app updated, a failed read of the database, an older answer from another tab",
    expected: "data kept, the newest shown",
    proofs: {
      [store]: [
        "an answer is kept however old it is, and one from the future counts as stale",
        "the answer whose request began last stays, whichever arrives last",
        "a failed read and a failed write cost nothing but themselves",
      ],
      "src/db/released-schema.test.ts": [
        "version 1: answers, downloads and counters are there, and the screen shows what it showed",
      ],
    },
  },
  {
    fault: "identity answers 429, 503, HTML, `{}` at the start",
    expected: "still signed in, or session lost with data and queue kept; nothing deleted",
    proofs: {
      [start]: ["a provider that answers %s at the start signs nobody out"],
      "src/features/auth/sign-out.test.ts": ["a provider that has %s locks the session and deletes nothing"],
    },
  },
  {
    fault: "signature expired while playing, while paused, in a stored row",
    expected: "plays and seeks on",
    proofs: {
      [audio]: ["outlives its signature, again and again", "starts from a stored row with a stale signature"],
      [failures]: ["paused meanwhile: it is renewed and stays silent"],
      "tests/e2e/audio.test.ts": ["a signature that runs out in the middle is renewed at the position"],
    },
  },
  {
    fault: "a sign-in that ends with browser or page, opened again by another person",
    expected: "nothing of the account is left",
    proofs: {
      "tests/e2e/keep-signed-in.test.ts": [
        "a browser that was closed keeps nothing for the next person, unsent changes included",
        "until the page closes: a reload is a visitor's",
      ],
      [offlineStory]: [
        "a sign-in until the browser closes: nothing of it stands outside the tab, and nothing is left",
        "a sign-in until the page closes: a reload is a visitor's",
      ],
    },
  },
  {
    fault: "song deleted or made private while liked or downloaded",
    expected: "gone from the device at the next contact, explained",
    proofs: {
      [kept]: [
        "a playlist that its owner deletes leaves the device at the next contact, explained",
        "a liked song that its owner makes private leaves the device at the next contact, explained",
      ],
      "src/features/offline/notify-removed.test.ts": [
        "a favourite that was deleted or hidden is named",
        "one that was liked on this device is named as well, also after a change of mind",
      ],
      [reconcile]: ["removes row, audio and cover of a song that is no longer wanted"],
      [drainer]: ["a like of a song that is gone is told once and forgotten"],
    },
  },
  {
    fault: "like made on another device",
    expected: "this device has the song within 60 s of being online; an unlike frees the bytes",
    proofs: {
      [kept]: ["a like of another device brings its song, and the end of that like frees it"],
      "tests/e2e/live-changes.test.ts": ["a page alone shows a like of another device, and its end"],
      "src/features/offline/keep-downloads.test.ts": [
        "asks for the lists every 45 s while it is online, so that a like of another device comes without a stream",
      ],
    },
  },
  {
    fault: "quota of 20 MB and more songs than fit",
    expected: "a clear message, the first songs are there, no half file",
    proofs: {
      [downloads]: ["fills the space there is, leaves no half file, and goes on when space is freed"],
      "src/routes/storage.test.tsx": [
        "says what could not be kept and why, with Retry; beyond the limit is the user's own choice (specification 17.12, 17.58)",
      ],
      "sw/download-rows.test.ts": ["where one finds no space, the smaller ones are still tried, and no larger one is"],
    },
  },
  {
    fault: "audio cache deleted behind the app; a stored file tampered with",
    expected: "noticed, healed online; “Ready for the flight” says which",
    proofs: {
      [downloads]: [
        "heals what was evicted or cut behind its back",
        "is found by its hash, dropped and fetched again; a whole one is left alone",
      ],
      [kept]: [
        "ready for the flight: what is damaged is found, named and fetched again, with no network asked for the check",
      ],
      [start]: ["a stored song that went bad plays from the network, and is whole on the device again"],
      [reconcile]: ["wants an evicted or cut file again"],
      "sw/verify-file.test.ts": ["goes, and is wanted again, if it %s"],
    },
  },
  {
    fault: "download cut at 60 %",
    expected: "resumes; a truncated body or one of wrong length never counts as ready",
    proofs: {
      [downloads]: ["goes on where it was cut", "a truncated file whose hash nobody knows"],
      "sw/download-song.test.ts": [
        "never keeps %s, nor any part of it",
        "begins anew where the rest that comes does not fit what is there",
      ],
    },
  },
  {
    fault: "every form of range on stored audio; seeks to the beginning, the middle and the end",
    expected: "206, 206, 206, 416, 200; plays",
    proofs: {
      [audio]: ["answers every form of range", "plays every format offline up to its end"],
      "sw/range-response.test.ts": ["refuses what lies past the end and tells the length"],
    },
  },
  {
    fault: "the playing song is liked, then unliked",
    expected: "playback never stops",
    proofs: { [audio]: ["is liked and plays on from the device, then unliked and plays on from the network"] },
  },
  {
    fault: "worker update while playing, two tabs",
    expected: "asks first; nothing reloads by itself; both end on the new version",
    proofs: {
      [shell]: ["updates only when asked, while the song plays on, in both tabs"],
      [start]: ["a new version waits for the music, and what says so can be put away"],
    },
  },
  {
    fault: "one account signs out, another signs in on the same device",
    expected: "nothing of the first is left; its queue waits for it, the second sends none of it",
    proofs: {
      [people]: [
        "no text and no bytes of theirs are left on the device",
        "nor in the browser's own cache, which is on disk",
        "the next person sends none of it and sees none of it",
        "it waited for its owner",
      ],
    },
  },
  {
    fault: "captive portal (HTML 200), flapping network, 30 s without a byte",
    expected: "counts as no network; nothing done twice",
    proofs: {
      [start]: ["a line that is %s, while the token %s: open at once"],
      [replay]: ["a network that comes and goes brings each like once"],
      [downloads]: ["a captive portal's page"],
      [failures]: ["30 s without a byte: tried once more, then passed over"],
      "sw/download-song.test.ts": [
        "gives a connection up that brings nothing for 30 s, and goes on behind what had come",
        "takes a captive portal's page for no connection, and keeps what had come",
      ],
    },
  },
  {
    fault: "corrupt rows, unknown kinds of changes, old schemas, a second tab during an upgrade",
    expected: "set aside and counted; the app starts; data kept",
    proofs: {
      [start]: [
        "rows that make no sense: the app starts, and keeps what it cannot read of changes",
        "an upgrade by another tab: this one makes way, comes again, and has everything",
      ],
      [drainer]: ["rows of a kind that this version does not know are kept and counted"],
      "src/db/released-schema.test.ts": [
        "version 1: the queue goes out under the keys it had, once, and its confirmations are counted on",
      ],
    },
  },
  {
    fault: "device clock of 1970 or 2040",
    expected: "nothing dropped, nothing sent twice",
    proofs: {
      [start]: ["a device that believes to be in %i"],
      [drainer]: ["a clock of %i sends nothing twice and drops nothing"],
      "sw/download-rows.test.ts": ["a time that only a wrong clock can have written holds nothing up"],
    },
  },
  {
    fault: "random histories of all of these on two devices, in two tabs, by two people",
    expected: "server, client and model agree; each change once, none under another name; planted bugs are found",
    proofs: {
      [histories]: [
        "${runs} histories end as wanted, part %i (SYNC_SEED=${seed})",
        "histories find the planted bug %s",
        "histories find the turns' bug: %s",
      ],
    },
  },
  {
    fault: "a broken worker is taken out of action by the operator",
    expected: "pages come from the server, nothing of the user's goes, a later release works",
    proofs: {
      [shell]: [
        "is taken out of action by the operator: pages come from the server, nothing of the user's goes (specification 17.59)",
      ],
      "src/pwa/worker-updates.test.ts": [
        "a worker that the operator has taken out of action stays away (specification 17.59)",
      ],
    },
  },
  {
    fault: "line, tabs and worker that fail at random for minutes",
    expected: "no change is lost, refused or done twice, and the order is the one that was shown",
    proofs: {
      "tests/server/faults-browser.test.ts": [
        "${minutes} minutes of faults lose and double nothing (FAULTS_SEED=${seed})",
      ],
    },
  },
];

/** Of the server, its database and its disk. */
export const serverFaults: readonly Fault[] = [
  {
    fault: "kill -9 under write load",
    expected: "every acknowledged write is there, start under 10 s",
    proofs: {
      "tests/server/faults-kill.test.ts": [
        "kill %i under load",
        "no kill has left a file without a row, a row without its file or a wrong count",
      ],
      "tests/server/durability.test.ts": ["after a power cut every answered commit is there, and nothing else"],
    },
  },
  {
    fault: "second server on the same data; a stale lock",
    expected: "refused with a clear line; taken over",
    proofs: {
      "tests/server/process.test.ts": [
        "starts, refuses a second server on its data and its port, and is taken over after a kill",
      ],
    },
  },
  {
    fault: "disk full",
    expected: "507, nothing half kept, recovers",
    proofs: {
      "tests/server/faults-disk.test.ts": [
        "full of uploads answers 507, keeps nothing of the refused ones, and heals",
        "under the embedded database answers 507 to writes, loses none that it acknowledged, and heals",
      ],
    },
  },
  {
    fault: "database stopped and started under load",
    expected: "503 with Retry-After, no acknowledged write lost, recovers by itself",
    proofs: {
      "tests/server/faults-postgres.test.ts": [
        "a database that is stopped %s under load: 503 with Retry-After, no acknowledged write lost, found again",
      ],
    },
  },
  {
    fault: "500 slow connections; bodies of 2 GB",
    expected: "others as fast as before; 413 and no memory",
    proofs: {
      "tests/server/faults-flood.test.ts": [
        "500 slow connections leave the others as fast as before",
        "%s of 2 GB is 413 and costs no memory",
      ],
    },
  },
  {
    fault: "100 equal likes at once, 1,000 plays, orders of every wrong kind",
    expected: "counts exact, sets unchanged",
    proofs: {
      "tests/server/faults-at-once.test.ts": [
        "100 likes of one person are one, of 100 people 100",
        "1,000 plays of 1,000 people are 1,000 more",
        "orders of every wrong kind leave the set as likes and unlikes make it",
      ],
      "tests/server/orders.test.ts": ["keeps its set under stale, foreign, missing and doubled ids"],
    },
  },
  {
    fault: "a song of many playlists is deleted, killed on the way",
    expected: "gone from all or none, no file left over",
    proofs: {
      "tests/server/faults-delete.test.ts": [
        "killed at part %i of the way",
        "every playlist lost the same songs, and no file is left over",
      ],
    },
  },
  {
    fault: "SIGTERM under load",
    expected: "requests under way finish, no acknowledged write is lost",
    proofs: {
      "tests/server/faults-stop.test.ts": ["stop %i under load", "and nothing is left half done"],
      "tests/server/process.test.ts": ["SIGTERM lets a request that is under way finish, then ends with 0"],
    },
  },
  {
    fault: "migration run twice, killed half-way, by two servers at once",
    expected: "the same result",
    proofs: {
      "tests/server/database.test.ts": ["run once, whole, and in order", "by two servers at once run once"],
      "tests/server/postgres.test.ts": [
        "a migration whose server is killed in the middle of it leaves nothing, and two at once finish it",
      ],
    },
  },
];
