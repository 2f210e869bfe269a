import enValidation from '#messages/en/validation' with { type: 'json' }
import zhValidation from '#messages/zh-cn/validation' with { type: 'json' }

/** What the platform says of records and their fields: what is taken, in use, elsewhere or no longer there. */
export const recordMessages = {
  codeTaken: { en: 'The {one} code already exists', 'zh-cn': '{one}编码已存在' },
  codeTakenThere: {
    en: 'The organization already has {a} {one} with this code',
    'zh-cn': '该组织中已有相同编码的{one}',
  },
  nameTakenThere: {
    en: 'The organization already has {a} {one} with this name',
    'zh-cn': '该组织中已有同名{one}',
  },
  inUse: { en: 'The {one} is in use: {uses}', 'zh-cn': '{one}正在使用中：{uses}' },
  usedStays: {
    en: 'The organization of {a} {one} in use cannot be changed: {uses}',
    'zh-cn': '{one}正在使用中，不能更换组织：{uses}',
  },
  accountTaken: { en: 'The account already exists', 'zh-cn': '账号已存在' },
  accountShared: {
    en: 'The account also belongs to organizations that you do not manage. Please ask a super administrator',
    'zh-cn': '该账号还属于您管理范围之外的组织，请联系超级管理员处理',
  },
  notYourself: { en: 'You cannot disable or delete yourself', 'zh-cn': '不能停用或删除自己' },
  lastOrganization: {
    en: 'This is the last enabled organization. Nobody could work without it, so it cannot be disabled or deleted',
    'zh-cn': '这是最后一个启用的组织，不能停用或删除，否则任何人都无法工作',
  },
  preferencesFull: {
    en: 'You have reached the limit of {most} personal settings. Remove one before you add another',
    'zh-cn': '个人设置已达 {most} 项上限，请先删除一项再新增',
  },
  resetOwn: {
    en: 'Change your own password in the personal centre',
    'zh-cn': '请在个人中心修改自己的密码',
  },
  resetBeyond: {
    en: 'Through the role "{name}", this account has permissions that you do not have yourself, so you cannot reset its password',
    'zh-cn': '该账号通过角色“{name}”拥有您没有的权限，不能由您重置密码',
  },
  endOwnSession: {
    en: 'This is your current session. Sign out to end it',
    'zh-cn': '这是您当前的会话，如需结束请退出登录',
  },
  sessionGone: { en: 'The session has already ended', 'zh-cn': '该会话已结束' },
  lastSuper: {
    en: 'The last enabled super administrator cannot be disabled or deleted',
    'zh-cn': '不能停用或删除最后一个启用的超级管理员',
  },
  lastSuperName: {
    en: 'The account of the last enabled super administrator must be valid for signing in: letters, digits, _ and - only, at most 30 characters',
    'zh-cn':
      '最后一个启用的超级管理员的账号须可用于登录：只能包含字母、数字、下划线和连字符，且不超过 30 个字符',
  },
  unknownOrganization: { en: 'No such organization', 'zh-cn': '组织不存在' },
  departmentElsewhere: {
    en: 'The department does not belong to this organization',
    'zh-cn': '部门不属于该组织',
  },
  roleElsewhere: {
    en: "The role does not belong to one of the account's organizations",
    'zh-cn': '角色不属于该账号所在的组织',
  },
  grantsMore: {
    en: 'You cannot grant permissions that you do not hold yourself in this organization',
    'zh-cn': '不能授予您自己在该组织中没有的权限',
  },
  unknownPermission: {
    en: 'A selected permission no longer exists. Close the form and open it again',
    'zh-cn': '所选权限已不存在，请关闭表单后重新打开',
  },
  codeFixed: { en: 'The code is fixed once saved', 'zh-cn': '编码保存后不可修改' },
  roleStays: {
    en: 'The role is held by {accounts|account|accounts}, so its organization cannot be changed',
    'zh-cn': '角色已分配给 {accounts} 个账号，不能更换组织',
  },
  ownOrganization: {
    en: 'You work in this organization: disabling or deleting it would lock you out',
    'zh-cn': '您正在该组织中工作，停用或删除会使您无法继续操作',
  },
  ownLastRole: {
    en: 'This would take away your own last role in an organization and lock you out',
    'zh-cn': '此操作会移除您在组织中的最后一个角色，使您无法继续操作',
  },
  enableNotPermitted: {
    en: 'You are not permitted to enable or disable it',
    'zh-cn': '没有启用或停用的权限',
  },
  changedByOther: {
    en: 'It was changed by someone else meanwhile',
    'zh-cn': '数据已被他人修改',
  },
  unknownParent: { en: 'No such parent', 'zh-cn': '上级不存在' },
  parentElsewhere: { en: 'The parent belongs to another application', 'zh-cn': '上级属于其他应用' },
  parentBelowItself: {
    en: 'An entry cannot be placed below itself',
    'zh-cn': '上级不能是自身或其下级',
  },
  menuTooDeep: {
    en: 'An entry can be at most {levels} levels below its application',
    'zh-cn': '菜单项最多位于应用之下第 {levels} 级',
  },
  childrenMisplaced: {
    en: 'The entries below this one cannot be placed below an entry of this type',
    'zh-cn': '其下级不能放在该类型之下',
  },
  menuCodeTaken: { en: 'The resource code already exists', 'zh-cn': '资源编码已存在' },
  sharedObject: {
    en: 'Used by organizations where you do not have this permission, or by no organization. Ask a super administrator',
    'zh-cn': '有组织正在使用，而您在该组织没有此权限，或尚无组织使用，请联系超级管理员',
  },
  grantedCode: {
    en: 'Roles grant this entry: only a super administrator can change its resource code or type',
    'zh-cn': '该菜单项已授权给角色，仅超级管理员可以修改其资源编码或类型',
  },
  builtInEntry: {
    en: 'A built-in entry cannot be edited or deleted',
    'zh-cn': '内置菜单项不能编辑或删除',
  },
  applicationEntry: {
    en: 'An application is managed on the applications page',
    'zh-cn': '应用请在应用管理中维护',
  },
  entryElsewhere: { en: 'The entry belongs to another application', 'zh-cn': '该菜单项属于其他应用' },
  menuInUse: {
    en: 'The entry is in use: {roles|role|roles}, {nodes|entry|entries} below it',
    'zh-cn': '菜单项正在使用中：{roles} 个角色，{nodes} 个下级',
  },
  oldPasswordWrong: { en: 'The old password is wrong', 'zh-cn': '原密码错误' },
  passwordUnchanged: {
    en: 'The new password must differ from the old one',
    'zh-cn': '新密码不能与原密码相同',
  },
  passwordTriesSpent: {
    en: 'The old password was entered wrongly too often. Try again in {seconds|second|seconds}',
    'zh-cn': '原密码错误次数过多，请在 {seconds} 秒后重试',
  },
  uploadsSpent: {
    en: 'You have uploaded too many images. Try again in {seconds|second|seconds}',
    'zh-cn': '上传图片过多，请在 {seconds} 秒后重试',
  },
  changesSpent: {
    en: 'You have made too many changes. Try again in {seconds|second|seconds}',
    'zh-cn': '修改次数过多，请在 {seconds} 秒后重试',
  },
  exportsOften: {
    en: 'You have exported too many lists. Try again in {seconds|second|seconds}',
    'zh-cn': '导出次数过多，请在 {seconds} 秒后重试',
  },
  exportsSpent: {
    en: 'Another export is under way. Try again when it is done',
    'zh-cn': '已有导出正在进行，请等待其完成后再试',
  },
  importNoOrganization: { en: 'Enter an organization', 'zh-cn': '请填写组织' },
  importUnknownOrganization: {
    en: '"{name}" is not an organization that you may add accounts to',
    'zh-cn': '“{name}”不是您可以新增账号的组织',
  },
  importUnknownDepartment: {
    en: 'The organization has no department "{name}"',
    'zh-cn': '该组织没有部门“{name}”',
  },
  importUnknownRole: { en: 'The organization has no role "{name}"', 'zh-cn': '该组织没有角色“{name}”' },
  importAmbiguous: {
    en: 'Several are called "{name}". Enter the code instead',
    'zh-cn': '有多个名为“{name}”，请改填编码',
  },
  importTwice: { en: '"{name}" appears twice', 'zh-cn': '“{name}”重复出现' },
  importTooMany: { en: 'There are too many entries in one cell', 'zh-cn': '单元格内的内容过多' },
  smsCodeWrong: { en: 'The SMS code is wrong or has expired', 'zh-cn': '短信验证码错误或已失效' },
  smsCodeSpent: {
    en: 'The SMS code was entered wrongly too often. Please get a new one',
    'zh-cn': '短信验证码错误次数过多，请重新获取',
  },
  smsTooSoon: {
    en: 'A code was sent a moment ago. Try again in {seconds|second|seconds}',
    'zh-cn': '验证码获取过于频繁，请在 {seconds} 秒后重试',
  },
  smsTooMany: {
    en: 'Too many codes were requested. Try again in {hours|hour|hours}',
    'zh-cn': '验证码获取次数过多，请在 {hours} 小时后重试',
  },
  smsNotSent: {
    en: 'The code could not be sent, please try again later',
    'zh-cn': '验证码发送失败，请稍后重试',
  },
  builtInSystem: {
    en: 'The built-in system cannot be disabled or deleted, and its code is fixed',
    'zh-cn': '内置系统不能停用或删除，其编码不可修改',
  },
  systemCodeNamed: {
    en: 'The code cannot be changed while it is used by {resources|resource|resources} and {entries|menu entry|menu entries}',
    'zh-cn': '编码不可修改：正在被 {resources} 个资源和 {entries} 个菜单项使用',
  },
  builtInApplication: {
    en: 'A built-in application cannot be disabled or deleted, and its code and resources are fixed',
    'zh-cn': '内置应用不能停用或删除，其编码和资源不可修改',
  },
  applicationInUse: {
    en: 'The application is in use: {roles|role grants|roles grant} it',
    'zh-cn': '应用正在使用中：已授权给 {roles} 个角色',
  },
  resourcesInUse: {
    en: 'Resources to be removed are in use: {roles|role grants|roles grant} them',
    'zh-cn': '要移除的资源正在使用中：已授权给 {roles} 个角色',
  },
  unknownResource: {
    en: 'A selected resource no longer exists. Close the form and open it again',
    'zh-cn': '所选资源已不存在，请关闭表单后重新打开',
  },
  resourceLevel: {
    en: 'Only the pages of a system can be chosen',
    'zh-cn': '只能选择系统下的页面',
  },
  resourceTaken: {
    en: 'A selected resource is already used by another application: {name}',
    'zh-cn': '所选资源已被其他应用使用：{name}',
  },
  resourceCodeTaken: {
    en: 'The menu already has an entry with the code {code}',
    'zh-cn': '菜单中已有编码为 {code} 的菜单项',
  },
  invalidForm: { en: 'The form data is broken', 'zh-cn': '表单数据已损坏' },
  oneFile: { en: 'Upload one image at a time', 'zh-cn': '一次只能上传一张图片' },
  imageType: { en: enValidation.avatarType, 'zh-cn': zhValidation.avatarType },
  imageTooLarge: { en: enValidation.avatarSize, 'zh-cn': zhValidation.avatarSize },
  imageDimensions: {
    en: 'The image has too many pixels: at most 10,000 per side and 40 million in all',
    'zh-cn': '图片像素过大：每边不超过 10000 像素，总计不超过 4000 万像素',
  },
  imageFrames: {
    en: 'The animation is too large: at most 1,000 frames, and 200 million pixels in all of them',
    'zh-cn': '动图过大：最多 1000 帧，所有帧总计不超过 2 亿像素',
  },
  unknownImage: {
    en: 'The image no longer exists, please upload it again',
    'zh-cn': '图片不存在，请重新上传',
  },
  systemUnknown: { en: 'The system {code} is not registered', 'zh-cn': '系统 {code} 未登记' },
  systemDisabled: { en: 'The system {code} is disabled', 'zh-cn': '系统 {code} 已停用' },
  systemBuiltIn: {
    en: 'The resources of {code} are built in and cannot be replaced',
    'zh-cn': '系统 {code} 的资源为内置资源，不能替换',
  },
  foreignCodes: {
    en: 'In the system {code}, {count|resource code does|resource codes do} not begin with "{code}."',
    'zh-cn': '系统 {code} 有 {count} 个资源编码不以“{code}.”开头',
  },
  repeatedResources: {
    en: 'The system {code} has {paths|repeated path|repeated paths} and {codes|repeated code|repeated codes}',
    'zh-cn': '系统 {code} 存在 {paths} 个重复路径、{codes} 个重复编码',
  },
  takenResources: {
    en: '{paths|path|paths} and {codes|code|codes} of the system {code} already belong to another system',
    'zh-cn': '系统 {code} 有 {paths} 个路径、{codes} 个编码已属于其他系统',
  },
  noSystemTaken: { en: 'None of the selected systems could be synchronized', 'zh-cn': '所选系统均无法同步' },
  discoveryBroken: {
    en: 'The synchronization of {code} was interrupted. Please discover its resources again',
    'zh-cn': '系统 {code} 同步中断，请重新发现',
  },
  ownerRole: { en: 'Administrator', 'zh-cn': '组织管理员' },
  onlyRole: {
    en: 'It is the only role that this account has there',
    'zh-cn': '这是该账号在该组织的唯一角色',
  },
  notMember: { en: 'The account does not belong to this organization', 'zh-cn': '该账号不属于此组织' },
} satisfies Record<string, Record<'en' | 'zh-cn', string>>
