import type { SignedInUser } from '#contracts/session'

/** What the personal centre shows of the person. */
export type Profile = Pick<
  SignedInUser,
  'username' | 'nickName' | 'headImg' | 'phone' | 'email' | 'company' | 'createdTime'
>

/** What every panel of the personal centre gets. */
export interface PanelProps {
  profile: Profile
  onClose: () => void
  onSaved: () => void
}
