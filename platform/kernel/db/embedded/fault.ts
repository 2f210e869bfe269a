/** A fault with its fix in the message: print the message alone, a stack tells the operator nothing. */
export class StorageFault extends Error {
  override name = 'StorageFault'
}

/** The error code of Node (`ENOENT`) or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Turns what the file system refused into a sentence with its fix; anything else is given back as it is. */
export function explainFolder(error: unknown, folder: string): Error {
  const reasons: Record<string, string> = {
    EACCES: 'this user may not write there. Give it the folder (chown) or set DATA_DIR to another one.',
    EPERM: 'this user may not change it. Give it the folder (chown) or set DATA_DIR to another one.',
    EROFS: 'it lies on a read-only file system. Set DATA_DIR to a folder that can be written.',
    ENOSPC: 'no space is left on the disk. Make room, or set DATA_DIR to a folder on another disk.',
    EDQUOT: 'the disk quota is used up. Make room, or set DATA_DIR to a folder on another disk.',
    ENOENT: 'it cannot be made there. Set DATA_DIR to a folder that can be written.',
    ENOTDIR: 'a part of the path is a file. Set DATA_DIR to a folder.',
    EEXIST: 'it is a file. Set DATA_DIR to a folder.',
  }
  const reason = reasons[codeOf(error)]
  if (reason) return new StorageFault(`The data folder ${folder} cannot be used: ${reason}`)
  return error instanceof Error ? error : new Error(String(error))
}
