/** Opens the storage that the settings choose. */
import { join } from "node:path";
import type { Settings } from "../settings/settings.ts";
import { openCloudinary } from "./cloudinary-storage.ts";
import { openDiskStorage, temporaryName } from "./disk-storage.ts";
import type { MediaStorage } from "./storage.ts";

const folderOf = (settings: Pick<Settings, "dataDir">) => join(settings.dataDir, "media");

/** Folder of running uploads; the storage creates it. */
export const temporaryFolder = (settings: Pick<Settings, "dataDir">) => join(folderOf(settings), temporaryName);

/** Throws a StartError with one line for an unusable external host. */
export async function openStorage(settings: Settings, now: () => number): Promise<MediaStorage> {
  const disk = await openDiskStorage(folderOf(settings), {
    shared: settings.databaseUrl !== undefined,
  });
  const { cloudinary, songUpload, imageUpload } = settings;
  if (!cloudinary) return disk;
  const presets = [songUpload.preset, imageUpload.preset];
  return withOldFiles(disk, await openCloudinary(cloudinary, presets, now));
}

/** Uses an external host for new uploads; files already on the disk stay there. */
function withOldFiles(disk: MediaStorage, host: MediaStorage): MediaStorage {
  return {
    intake: host.intake,
    open: (asset, part, wanted) => (asset.publicId === null ? disk : host).open(asset, part, wanted),
    close() {
      disk.close();
      host.close();
    },
    async remove(assets) {
      const here = await disk.remove(assets.filter(({ publicId }) => publicId === null));
      const there = await host.remove(assets.filter(({ publicId }) => publicId !== null));
      return { gone: [...here.gone, ...there.gone], error: here.error ?? there.error };
    },
    check: () => host.check(),
  };
}
