/** What every captcha's answer is, with CAPTCHA_FIXED. */
export const captcha: string
/** Of every demo account, as a browser sends it. */
export const password: string
/** Signs in through the console; gives the session's cookie. */
export function signIn(url: string, username?: string): Promise<string>
