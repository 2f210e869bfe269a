import { userInfo } from 'node:os'

/** Who runs this, as the machine knows them; a user without a name by their number. */
export function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? ''}`
  }
}
