/**
 * Patterns of specification section 5. Those that come in two strengths on two screens stand here twice, visibly.
 */
export const patterns = {
  /** The characters that are stripped as typed; a value that still holds one is refused. */
  specialCharacter: /[`~!@#$%^&*<>?;\\[\]·￥{}《》：“”【】、；‘’']/u,
  id: /^[A-Za-z0-9_-]{1,64}$/,
  loginName: /^[A-Za-z0-9_-]+$/,
  digit: /\d/,
  lettersAndDigitsBoth: /^(?=.*[A-Za-z])(?=.*\d)/,
  lettersAndDigitsOnly: /^[A-Za-z0-9]+$/,
  /** Departments' codes and systems' versions: letters, digits and dots, no leading dot. */
  dottedCode: /^[A-Za-z0-9][A-Za-z0-9.]*$/,
  wholeNumber: /^-?\d{1,15}$/,
  digitsOnly: /^\d+$/,
  hostName: /^[A-Za-z0-9.:/\\]*$/,
  menuName: /^[\p{Script=Han}A-Za-z0-9_\-.()/（）]+$/u,
  menuCode: /^[A-Za-z0-9_\-./]+$/,
  /** http(s), or a path of this site: no other scheme, no `//host`, no backslash or control character a browser would drop. */
  linkUrl: /^(?:https?:\/\/[^\s\\/?#\p{Cc}][^\s\\\p{Cc}]*|\/(?![/\\])[^\s\\\p{Cc}]*)$/iu,
  /** A route, a file or a call: no scheme, no other host, no way up, nothing that a browser would drop. */
  menuPath: /^(?![a-z][a-z0-9+.-]*:)(?!\/\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\s\\?#\p{Cc}]+$/iu,
  menuIcon: /^[A-Za-z0-9\-._]*$/,
  /** Accounts (section 5, account form): mainland mobile, 8 digits from 5, 6, 8, 9, 6 digits from 6, 10 digits from 09. */
  accountPhone: /^(?:1[3-9]\d{9}|[5689]\d{7}|6\d{5}|09\d{8})$/,
  /** The personal centre takes mainland mobile numbers only. */
  mobilePhone: /^1[3-9]\d{9}$/,
  smsCode: /^[\d.]+$/,
  time: /^\d{4}-\d{2}-\d{2}(?:[ T](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/,
  /** Seconds or milliseconds since 1970. */
  epoch: /^(?:\d{10}|\d{13})$/,
  /** SHA-256 in lower-case hex: what the browser makes of a password before it is sent. */
  passwordHash: /^[0-9a-f]{64}$/,
} as const
