import type { SignedInUser } from '#contracts/session'

/** What the personal centre shows of the person. */
export interface Profile
  extends Pick<
    SignedInUser,
    'username' | 'nickName' | 'headImg' | 'phone' | 'email' | 'company' | 'createdTime'
  > {
  /** For password managers: what they typed to sign in. */
  signInName: string
}

/** What every panel of the personal centre gets. */
export interface PanelProps {
  profile: Profile
  onClose: () => void
  onSaved: () => void
}
