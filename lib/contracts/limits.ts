/**
 * The business constants of specification section 9, and those field limits of section 5 that several contracts share; the
 * others stand in the contract of their resource. Lengths are characters.
 */
export const limits = {
  searchText: 50,
  pageSize: 10,
  pageSizes: [10, 20, 30],
  /** The platform refuses larger pages; it is also the sub-application listing's limit. */
  largestPage: 100,
  /** What is done with at once by a person: rows, and those of one call. */
  bulkRows: 10_000,
  bulkInputs: 100,
  /** Rows of which it is told together whom a change touches: each is looked at by the rules of its own call. */
  impactRows: 500,
  /** Rows of one answer of a recycle bin. */
  binRows: 100,
  /** Where its next answer begins. */
  binNext: 200,
  /** Beyond it no list of ours can have a page; it keeps offsets inside what a database takes. */
  lastPage: 1_000_000,
  /** Lists are counted exactly up to here at most; beyond, a page's `meta.atLeast` says that there are more. */
  exactCount: 10_000,
  /** The version of a record, as a detail answers it. */
  version: 200,
  loginName: 30,
  loginNameField: 50,
  loginPasswordField: 20,
  captcha: 9,
  /** The platform's token of a session: of a longer one the console's cookie does not hold where its person works, too. */
  token: 2100,
  name: 50,
  account: 50,
  phone: 11,
  passwordShortest: 6,
  passwordLongest: 20,
  remark: 50,
  systemCode: 30,
  systemName: 50,
  systemVersion: 50,
  largestPort: 65_535,
  hostName: 255,
  menuName: 30,
  menuCode: 100,
  menuPath: 300,
  menuLink: 200,
  menuComponent: 200,
  menuDescription: 100,
  menuIcon: 50,
  /** Levels below an application. Trees are read by programs that call themselves once a level. */
  menuDepth: 20,
  smallestSort: 1,
  largestSort: 9999,
  nickName: 50,
  passwordField: 50,
  smsCode: 50,
  imageBytes: 5 * 1024 * 1024,
  /** A multipart body: the picture and its envelope. */
  uploadBytes: 6 * 1024 * 1024,
  jsonBytes: 1024 * 1024,
  /** The collected resources of many systems (addAll). */
  resourceBytes: 16 * 1024 * 1024,
  id: 64,
  listItems: 1000,
  /** Accounts from a file: rows of the file, of one check, and names in a cell. */
  importFileRows: 10_000,
  importRows: 500,
  importParts: 20,
  /** As many of the longest organizations with their departments, and what stands between them. */
  importCell: 20 * (50 + 3 + 50 + 2),
  /** What a person may set up for themselves: keys, and the JSON of each. */
  preferences: 100,
  preferenceLength: 8000,
  /** Checked nodes of a permission or resource tree (ROLE-4 speaks of 5,000). */
  treeItems: 10_000,
  imagePath: 300,
  resourceName: 100,
  resourceDescription: 300,
  /** One system's collected resources: nodes in all, and levels. */
  resourceNodes: 5000,
  resourceDepth: 5,
} as const

/** Durations in milliseconds (specification sections 2.4, 4 and 9). */
export const durations = {
  request: 10_000,
  statusPoll: 5_000,
  noOrganizationWarning: 5_000,
  smsResend: 60_000,
  confirmClearDelay: 300,
} as const

/** Bytes a millisecond of the slowest line over which a large file is waited for: 256 kbit/s. */
export const slowestLine = 32
/** Milliseconds from the first byte of a request to its last: with room for the largest over that line. */
export const longestRequest = 20 * 60_000

/** Pages of systems that stand outside the console (specification section 2.2), for screens on a wall. */
export const standalonePages = ['/ems/screen', '/ems-yr/screen2'] as const

export const imageTypes = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp'] as const
