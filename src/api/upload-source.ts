/** A file to upload: chosen just now, or kept on the device, where it is read piece by piece. */
export interface UploadSource {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Rejects when the file is gone. */
  slice(start: number, end: number): Promise<Blob>;
}

export const sourceOf = (file: File): UploadSource => ({
  name: file.name,
  type: file.type,
  size: file.size,
  slice: async (start, end) => file.slice(start, end, file.type),
});
