import * as z from 'zod/mini'
import {
  flag,
  id,
  optionalFlag,
  optionalId,
  optionalNumber,
  optionalText,
  wholeNumber,
  writtenText,
} from './endpoint.ts'
import { limits } from './limits.ts'
import { patterns } from './patterns.ts'
import { plainDigits } from './plain-text.ts'
import { defineResource } from './resource.ts'
import { text } from './text.ts'
import { wholeList } from './whole-list.ts'

/** Sign-in, the signed-in person, their organizations and systems (specification sections 2.3, 2.4, 3, 7). */

export const hashedPassword = z.string('required').check(z.regex(patterns.passwordHash, 'passwordHash'))

/** Section 5, login. `secret` is the password as it is typed; only its hash is sent (LOGIN-3). */
const loginName = z.string('usernameRequired').check(
  // Keyboards and copies add one; no account has it.
  z.trim(),
  z.minLength(1, 'usernameRequired'),
  z.regex(patterns.loginName, 'usernameCharacters'),
  z.maxLength(limits.loginName, `tooLong:${limits.loginName}`),
)
const loginFields = {
  username: loginName,
  code: z
    .string('captchaRequired')
    .check(
      z.overwrite(plainDigits),
      z.minLength(1, 'captchaRequired'),
      z.maxLength(limits.captcha, 'captchaFormat'),
      z.regex(patterns.digit, 'captchaFormat'),
    ),
}
/** Whether an account's owner can sign in with it: the account form takes more than sign-in does (section 5). */
export function canSignIn(account: string): boolean {
  return loginName.safeParse(account).success
}

export const loginForm = z.object({
  ...loginFields,
  password: z
    .string('passwordRequired')
    .check(
      z.minLength(1, 'passwordRequired'),
      z.maxLength(limits.loginPasswordField, `tooLong:${limits.loginPasswordField}`),
    ),
})
export type LoginForm = z.infer<typeof loginForm>

/** What the browser sends to the console's own sign-in: the form with the password hashed, and the captcha's key. */
export const signIn = z.object({
  ...loginFields,
  secret: hashedPassword,
  /** The captcha's key: a time stamp in milliseconds, with more digits behind it so that two people never share one. */
  key: z.string().check(z.regex(/^\d{10,32}$/, 'captchaFormat')),
})

/** Where a person wants to go afterwards; the console's own server says where they may. One that is too long is none. */
const from = z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined)
export const signInTo = z.extend(signIn, { from })

/** What entering a system takes (section 2.4). */
export const enterSystem = z.object({ orgId: id, systemId: id, from })

export const captchaKey = z.object({ key: signIn.shape.key })

export const organizationChoice = z.object({ orgId: id, orgName: writtenText, orgCode: optionalText })
export type OrganizationChoice = z.infer<typeof organizationChoice>

/** Specification section 9: 01 is the default, the others are alternates with a picture and a colour of their own. */
export const themeCodes = ['01', '10', '11', '12'] as const
export type ThemeCode = (typeof themeCodes)[number]

/** What a system looks like (section 3, settings); what is missing or makes no sense is the default of section 9. */
export const systemSetting = z.object({
  themeCode: z.catch(z.enum(themeCodes), '01'),
  /** Pixels. */
  fontSize: z.catch(z.int().check(z.gte(12), z.lte(16)), 12),
  /** The side menu starts closed. */
  sideCollapse: z.catch(z.boolean(), false),
})
export type SystemSetting = z.infer<typeof systemSetting>
export const defaultSetting: SystemSetting = { themeCode: '01', fontSize: 12, sideCollapse: false }

/** openMode 2 opens `appUrlAddress` in a new window instead of entering. */
export const systemTile = z.object({
  id,
  code: writtenText,
  name: writtenText,
  nameEn: optionalText,
  icon: optionalText,
  appMode: optionalText,
  openMode: optionalText,
  appUrlAddress: optionalText,
  insideFlag: optionalText,
  setting: z.nullish(systemSetting),
})
export type SystemTile = z.infer<typeof systemTile>

export const signedInUser = z.object({
  id,
  username: writtenText,
  nickName: optionalText,
  headImg: optionalText,
  phone: optionalText,
  email: optionalText,
  company: optionalText,
  createdTime: optionalText,
  orgId: optionalId,
  systemId: optionalId,
  superIdentification: z.pipe(
    z.nullish(flag),
    z.transform((value) => value ?? false),
  ),
  desensitization: z.nullish(flag),
  /** Nothing else is answered until the person has changed the password that they were given; of platforms that give none, nothing. */
  mustChangePassword: z.nullish(flag),
  /** Who sees the console as this person, in a session that changes nothing: systems refuse to change anything in it, too. */
  viewedBy: optionalText,
  /** Whether they may see the console as somebody else (`account.viewAs`). */
  mayViewAs: z.nullish(flag),
  /** Whether the platform explains permissions (`access.explain`): the console leads there only then. */
  explains: z.nullish(flag),
  orgAndRoleInfoList: z.nullish(z.array(z.object({ orgId: optionalId, orgName: optionalText }))),
})
export type SignedInUser = z.infer<typeof signedInUser>

/** Node types: 0 application, 1 directory, 2 menu or page, 3 button or interface, 4 component (decisions). */
export const nodeType = wholeNumber

/** A node of the signed-in person's permission tree (section 3); `btns` are the button codes they hold on that page. */
export interface MenuNode {
  id: string
  systemId?: string | null
  name: string
  /** What an English console calls it; `name` where there is none, or the platform knows of none. */
  nameEn?: string | null
  code?: string | null
  path?: string | null
  type: number
  icon?: string | null
  sort?: number | null
  component?: string | null
  linkUrl?: string | null
  /** Shows `linkUrl` in place of a page of its own. */
  iFrame?: boolean | null
  discoverType?: string | null
  insideFlag?: string | null
  /** False: nobody granted it, it shows for what is below it. A platform that does not say so is taken to show no such page. */
  granted?: boolean | null
  enabled?: boolean | null
  btns?: string[] | null
  children?: MenuNode[] | null
}
/** An entry that is switched off is in nobody's menu, and grants nothing, nor does what is below it. */
const switchedOn = z.transform((nodes: MenuNode[]) => nodes.filter(({ enabled }) => enabled !== false))
export const menuNode: z.ZodMiniType<MenuNode> = z.object({
  id,
  systemId: optionalText,
  name: writtenText,
  nameEn: optionalText,
  code: optionalText,
  path: optionalText,
  type: nodeType,
  icon: optionalText,
  sort: optionalNumber,
  component: optionalText,
  linkUrl: optionalText,
  iFrame: optionalFlag,
  discoverType: optionalText,
  insideFlag: optionalText,
  granted: z.nullish(flag),
  enabled: z.nullish(flag),
  btns: z.nullish(z.array(z.string())),
  get children() {
    return z.nullish(z.pipe(z.array(menuNode), switchedOn))
  },
})

export const session = defineResource('session', {
  name: { 'zh-cn': '会话', en: 'Session' },
  about: 'Sign-in, the signed-in person, and the organizations and systems that they may enter',
  sections: '2.3, 2.4, 3, 7',
  endpoints: {
    /** A picture; the answer is the image itself, not an envelope. */
    captcha: {
      summary: 'A picture of a captcha',
      method: 'GET',
      path: '/authorization/captcha',
      open: true,
      access: 'client',
      answer: 'image',
      query: captchaKey,
    },
    /**
     * The same captcha for whoever does not see it; it is used up together with its picture. A platform that has it says so
     * with each picture: `link: </authorization/captcha/sound>; rel="alternate"; type="audio/wav"`.
     */
    captchaSound: {
      summary: 'The digits of a captcha, spoken in the language of the locale header',
      without: 'The captcha can only be seen.',
      method: 'GET',
      path: '/authorization/captcha/sound',
      open: true,
      access: 'client',
      answer: 'audio',
      query: captchaKey,
    },
    signInToken: {
      summary: 'Signs in: a token for name, password hash and captcha',
      method: 'POST',
      path: '/authorization/oauth/token',
      open: true,
      access: 'client',
      caller: 'server',
      encoding: 'form',
      body: z.extend(signIn, { grant_type: z.literal('password') }),
      data: z.object({
        access_token: z.string().check(z.minLength(1)),
        token_type: optionalText,
        /** Seconds. */
        expires_in: z.nullish(wholeNumber),
      }),
    },
    signOut: {
      summary: 'Ends the session of the token',
      method: 'POST',
      path: '/authorization/logout',
      open: true,
      logs: 'logout',
      caller: 'server',
    },
    currentUser: {
      summary: 'Who is signed in',
      method: 'GET',
      path: '/auth/info',
      open: true,
      data: signedInUser,
    },
    listUserOrganizations: {
      summary: 'The organizations that the person may enter',
      method: 'GET',
      path: '/sys/org/page/listUserOrg',
      open: true,
      query: z.object({ enabled: z.optional(flag) }),
      data: wholeList(organizationChoice),
    },
    /**
     * The organizations that a person may pick in dialogs: their own, or all for a super administrator; optionally those alone
     * in which they hold a permission.
     */
    listOrganizations: {
      summary: 'The organizations that the person may pick in dialogs',
      method: 'GET',
      path: '/sys/user/page/listOrg',
      open: true,
      query: z.object({ permission: z.optional(text().check(z.maxLength(limits.menuCode))) }),
      data: wholeList(organizationChoice),
    },
    listSystems: {
      summary: 'The systems of an organization, for the chooser',
      method: 'GET',
      path: '/sys/user/app/list',
      open: true,
      query: z.object({ orgId: id }),
      data: wholeList(systemTile),
    },
    /** The enabled tree of the application that the business header names, cut to what the person's roles grant. */
    mainMenu: {
      summary: 'The menu of the system that the person works in',
      method: 'GET',
      path: '/sys/system/permission/mainMenu',
      open: true,
      data: z.pipe(wholeList(menuNode), switchedOn),
    },
  },
})
export const {
  captcha,
  captchaSound,
  signInToken,
  signOut,
  currentUser,
  listUserOrganizations,
  listOrganizations,
  listSystems,
  mainMenu,
} = session.endpoints

/** The header `link` of a captcha's picture, where it can be heard, too. */
export const spokenLink = `<${captchaSound.path}>; rel="alternate"; type="audio/wav"`
export const spokenForm = /;\s*rel="?alternate"?\s*;\s*type="?audio\//i
