/** Sample rates and channels that every browser plays: Chromium's bounds, which are the narrowest (media/base/limits.h). */
import { uploadErrors } from "../upload-error.ts";

const leastRate = 3_000;
const mostRate = 768_000;
const mostChannels = 32;

/** Throws UploadError beyond the bounds. @param sampleRate Hz */
export function requirePlayed(sampleRate: number, channels = 1): void {
  if (sampleRate === 0 || channels === 0) throw uploadErrors.broken();
  if (sampleRate < leastRate || sampleRate > mostRate)
    throw uploadErrors.format(`sound with ${sampleRate} samples a second`);
  if (channels > mostChannels) throw uploadErrors.format(`sound with ${channels} channels`);
}
