/** What features may use of the signed-in account; `open-account.ts` creates it. */
import type { Operation } from "../../contract/outbox-operations.ts";
import type { Heard } from "../../contract/rules/overlay.ts";
import type { Download } from "../../contract/worker-messages.ts";
import type { AccountDatabase, KeptPlaylist } from "../db/database.ts";
import type { LiveTable } from "../db/live-table.ts";
import type { Change } from "../db/outbox-enqueue.ts";
import type { OutboxView } from "../db/outbox-table.ts";
import type { DownloadSettings } from "./download-settings.ts";
import type { WaitingUpload } from "../db/upload-rows.ts";
import type { Keys } from "./cross-tab-invalidation.ts";

export interface Account {
  readonly uid: string;
  readonly db: AccountDatabase;
  readonly outbox: LiveTable<OutboxView>;
  /** By song id. */
  readonly downloads: LiveTable<ReadonlyMap<string, Download>>;
  /** The songs whose upload is not confirmed, oldest first. */
  readonly uploads: LiveTable<readonly WaitingUpload[]>;
  /** The playlists that are kept on this device, the newest first. */
  readonly kept: LiveTable<readonly KeptPlaylist[]>;
  readonly downloadSettings: LiveTable<DownloadSettings>;
  /** Whether the database works; undefined until checked. */
  readonly storage: LiveTable<boolean>;
  /**
   * Queues a change and starts sending it. Resolves when it is stored.
   * @param heard for a reorder: the server's list that the screen was based on
   */
  change(operation: Operation, snapshot?: unknown, heard?: Heard): Promise<void>;
  /** As `change`, for changes that belong together: all of them are stored, or none. */
  changeAll(changes: readonly Change[]): Promise<void>;
  /** Sends all queued changes and uploads, due or not. Resolves with the number of those that are tried again by themselves. */
  flush(): Promise<number>;
  /**
   * Starts sending what is due without waiting for the result, and repeats failures soon again.
   * @param isBack there may be a new connection; calls in flight may still fail on the old one
   */
  kick(isBack?: boolean): void;
  /**
   * Has `send` called by `flush` and `kick`, for what is no change of the outbox. It never rejects. Returns a function that
   * ends that.
   */
  sendAlso(send: (reason: "flush" | "kick") => Promise<void>): () => void;
  /** Marks stored results as stale and has every tab refetch: those whose query keys begin with one of these. */
  refetch(keys: Keys): Promise<void>;
  /** Stops all services. The database stays open for the steps of a sign-out. */
  stop(): void;
}
