/** All routes; each member screen is a chunk of its own (specification 3.1). */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import * as v from "valibot";
import { sharePath } from "../../contract/share-target.ts";
import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { readSession } from "../features/auth/session.ts";
import { noteLostShare } from "../pwa/lost-share.ts";
import { prefetchList } from "../features/songs/prefetch-list.ts";
import { favouriteSongs, ownSongs } from "../sync/query-keys.ts";
import { Login } from "./login.tsx";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { NotFound } from "./NotFound.tsx";
import { MembersPending, ScreenPending } from "./Pending.tsx";
import { Registration } from "./Registration.tsx";
import { Root } from "./Root.tsx";

const root = createRootRouteWithContext<{ app: App }>()({
  component: Root,
  notFoundComponent: NotFound,
});

/** Says that shared files were lost on their way. */
const lostSearch = v.object({ lost: v.optional(v.fallback(v.optional(v.literal(1)), undefined)) });

const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: ({ context }) => {
    throw redirect({
      to: readSession(context.app.queryClient) ? "/home-page" : "/login",
      replace: true,
    });
  },
});

/** Visitor screens; redirects signed-in users to Home. */
const visitor = createRoute({
  getParentRoute: () => root,
  id: "visitor",
  beforeLoad: ({ context }) => {
    if (readSession(context.app.queryClient)) throw redirect({ to: "/home-page", replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => visitor,
  path: "/login",
  component: LoginByEntry,
});

function LoginByEntry() {
  const email = useLocation({ select: ({ state }) => state.email ?? "" });
  return <Login email={email} />;
}

const register = createRoute({
  getParentRoute: () => visitor,
  path: "/register",
  component: () => <Registration key="listener" artist={false} />,
});

const registerArtist = createRoute({
  getParentRoute: () => visitor,
  path: "/register/artist",
  component: () => <Registration key="artist" artist />,
});

/** For everybody: signed-in users follow mailed links, too (specification 2.29). */
const mailedLink = createRoute({
  getParentRoute: () => root,
  path: "/auth/action",
  component: lazyRouteComponent(() => lazyImport(() => import("./auth-action.tsx")), "MailedLink"),
});

/** Any other address (specification 3.1.2), as one of members: their music plays on. */
const unknownPath = "/$";

/** Member screens. Opens the account before one renders, which needs no network. */
const member = createRoute({
  getParentRoute: () => root,
  id: "member",
  beforeLoad: async ({ context, matches }) => {
    const session = readSession(context.app.queryClient);
    if (session === null)
      throw matches.at(-1)?.fullPath === unknownPath ? notFound() : redirect({ to: "/login", replace: true });
    await context.app.openAccount(session.uid);
  },
  pendingComponent: MembersPending,
  component: lazyRouteComponent(() => lazyImport(() => import("./MemberLayout.tsx")), "MemberLayout"),
});

const homePage = createRoute({
  getParentRoute: () => member,
  path: "/home-page",
  component: lazyRouteComponent(() => lazyImport(() => import("./home-page.tsx")), "HomePage"),
});

const favourites = createRoute({
  getParentRoute: () => member,
  path: "/favorites",
  loader: ({ context, preload }) => void (preload || prefetchList(context.app, "favourites", favouriteSongs)),
  component: lazyRouteComponent(() => lazyImport(() => import("./favorites.tsx")), "Favorites"),
});

/** For the time after the sign-in: no later page gets the files that this one was opened with. */
function keepOpened(): void {
  lazyImport(() => import("../pwa/shared-files.ts"))
    .then(({ onOpenedFiles }) => onOpenedFiles(() => {}))
    .catch((error: unknown) => console.warn("Files that the app was opened with cannot be kept", error));
}

/** The way of shared files: the worker keeps them, also for a user who signs in first (specification 3.17.3). */
const shareTarget = createRoute({
  getParentRoute: () => root,
  path: sharePath,
  validateSearch: lostSearch,
  beforeLoad: ({ context, search }) => {
    if (!readSession(context.app.queryClient)) {
      if (search.lost === 1) noteLostShare();
      keepOpened();
      throw redirect({ to: "/login", replace: true });
    }
    throw redirect({ to: "/mysongs", search, replace: true });
  },
});

const mySongs = createRoute({
  getParentRoute: () => member,
  path: "/mysongs",
  loader: ({ context, preload }) => void (preload || prefetchList(context.app, "own-songs", ownSongs)),
  validateSearch: lostSearch,
  component: lazyRouteComponent(() => lazyImport(() => import("./mysongs.tsx")), "MySongs"),
});

const profile = createRoute({
  getParentRoute: () => member,
  path: "/profile",
  component: lazyRouteComponent(() => lazyImport(() => import("./profile.tsx")), "ProfilePage"),
});

const changes = createRoute({
  getParentRoute: () => member,
  path: "/changes",
  component: lazyRouteComponent(() => lazyImport(() => import("./changes.tsx")), "Changes"),
});

const storage = createRoute({
  getParentRoute: () => member,
  path: "/storage",
  component: lazyRouteComponent(() => lazyImport(() => import("./storage.tsx")), "Storage"),
});

const playlistUser = createRoute({
  getParentRoute: () => member,
  path: "/playlist-user/$id",
  component: lazyRouteComponent(() => lazyImport(() => import("./playlist-user.tsx")), "PlaylistUser"),
});

const playlists = createRoute({
  getParentRoute: () => member,
  path: "/playlists",
  component: lazyRouteComponent(() => lazyImport(() => import("./playlists.tsx")), "Playlists"),
});

const myPlaylists = createRoute({
  getParentRoute: () => member,
  path: "/my-playlists",
  component: lazyRouteComponent(() => lazyImport(() => import("./my-playlists.tsx")), "MyPlaylists"),
});

const playlist = createRoute({
  getParentRoute: () => member,
  path: "/playlist/$id",
  component: lazyRouteComponent(() => lazyImport(() => import("./playlist.tsx")), "Playlist"),
});

const search = createRoute({
  getParentRoute: () => member,
  path: "/search",
  // The router reads a number, or a word of JSON, as such.
  validateSearch: v.object({
    q: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), ""), ""),
  }),
  component: lazyRouteComponent(() => lazyImport(() => import("./search.tsx")), "Search"),
});

const artist = createRoute({
  getParentRoute: () => member,
  path: "/artist",
  component: lazyRouteComponent(() => lazyImport(() => import("./artist.tsx")), "Artist"),
});

const unknown = createRoute({
  getParentRoute: () => member,
  path: unknownPath,
  component: lazyRouteComponent(() => lazyImport(() => import("./NothingHere.tsx")), "NothingHere"),
});

/** Also in `contract/screens.ts`, which build and server read. */
export const tree = root.addChildren([
  index,
  visitor.addChildren([login, register, registerArtist]),
  mailedLink,
  shareTarget,
  member.addChildren([
    homePage,
    favourites,
    mySongs,
    changes,
    storage,
    playlistUser,
    playlists,
    myPlaylists,
    playlist,
    profile,
    search,
    artist,
    unknown,
  ]),
]);

export const createAppRouter = (app: App) =>
  createRouter({
    routeTree: tree,
    context: { app },
    caseSensitive: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: ScreenPending,
    // A longer wait shows the pending screen (specification 3.2.2); after a shorter one it would only flash.
    defaultPendingMs: 200,
    // The worker precaches chunks; on a slow first visit, touching a link starts the download.
    defaultPreload: "intent",
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
