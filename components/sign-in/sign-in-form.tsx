'use client'

import { Eye, EyeOff, type LucideIcon, RefreshCw, Volume2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '#components/form/field'
import { useCallFault } from '#components/form/use-call-fault'
import { asItIs, usePaste } from '#components/form/use-paste'
import { useValidationText } from '#components/form/use-validation-text'
import { Button } from '#components/ui/button'
import { limits } from '#contracts/limits'
import { plainDigits } from '#contracts/plain-text'
import { load } from '#lib/load'
import type { CaptchaPaths, LoginFaults, LoginField, Person } from './sign-in'
import { useCaptcha } from './use-captcha'

const order: readonly LoginField[] = ['username', 'password', 'code']

interface Props {
  captcha: CaptchaPaths
  /** Who signs in, where that is settled: the name stands there and cannot be changed. */
  username?: string
  /** The page that was first asked for. */
  from?: string
  onSignedIn: (person: Person) => void
}

/**
 * Three plain fields: the rules, the hash and the call come with the first key press, so that the first page of the
 * console stays the lightest. `method="dialog"` sends nothing: before the script is there, a press of Enter would
 * otherwise post the plain password.
 */
export function SignInForm({ captcha: paths, username, from, onSignedIn }: Props) {
  const t = useTranslations('login')
  const validationText = useValidationText()
  const faultText = useCallFault()
  const captcha = useCaptcha(paths.picture)
  const form = useRef<HTMLFormElement>(null)
  const hushed = useRef<() => Promise<void>>(undefined)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<LoginFaults>({})
  const [refusal, setRefusal] = useState<string>()
  const pastes = {
    username: usePaste(limits.loginNameField, plainDigits),
    password: usePaste(limits.loginPasswordField, asItIs),
    code: usePaste(limits.captcha, plainDigits),
  }

  const about = (name: LoginField) => ({
    ...{ label: t(name), required: true, error: pastes[name].refusal ?? validationText(faults[name]) },
  })
  const focus = (name: LoginField) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  const values = () => {
    const data = new FormData(form.current ?? undefined)
    const text = (name: LoginField) => String(data.get(name) ?? '')
    return { username: text('username'), password: text('password'), code: text('code') }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const { loginFaults, signIn } = await load(() => import('./sign-in'))
      const found = loginFaults(values())
      setFaults(found)
      const first = order.find((name) => found[name] !== undefined)
      if (first === undefined) {
        onSignedIn(await signIn(values(), captcha.key, from))
        // The form is being left; the button stays busy until it is gone.
        return
      }
      focus(first)
    } catch (error) {
      setRefusal(faultText(error))
      captcha.refresh()
      const code = form.current?.querySelector<HTMLInputElement>('[name=code]')
      if (code) code.value = ''
      code?.focus()
    }
    setBusy(false)
  }
  const recheck = async (event: FormEvent) => {
    const name = (event.target as HTMLInputElement).name as LoginField
    pastes[name].forget()
    const part = await load(() => import('./sign-in')).catch(() => undefined)
    if (part === undefined) return
    // A fault that stands there goes as soon as it is mended; new ones wait for the submit.
    setFaults((earlier) =>
      earlier[name] === undefined ? earlier : { ...earlier, [name]: part.loginFaults(values())[name] },
    )
  }

  useEffect(() => {
    // Another picture, or none: what is being said is of the last one.
    if (captcha.key !== '') return () => void hushed.current?.()
  }, [captcha.key])
  const listen = async () => {
    // What is heard is typed here, and a screen reader has said so before the first digit.
    focus('code')
    try {
      const context = new AudioContext()
      context.resume().catch(() => {})
      const { play, stop } = await load(() => import('./play-captcha'))
      hushed.current = stop
      await play(context, paths.sound, captcha.key)
    } catch (error) {
      setRefusal(faultText(error))
    }
  }

  return (
    <form ref={form} noValidate method="dialog" onSubmit={submit} onInput={recheck} className="space-y-4">
      {refusal && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger text-md">
          {refusal}
        </p>
      )}
      <Field {...about('username')}>
        {(control) => (
          <input
            {...control}
            name="username"
            defaultValue={username}
            readOnly={username !== undefined}
            // biome-ignore lint/a11y/noAutofocus: signing in is all that this page is for (A11Y-3).
            autoFocus={username === undefined}
            maxLength={limits.loginNameField}
            onPaste={pastes.username.onPaste}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className="control h-10"
          />
        )}
      </Field>
      <Field {...about('password')}>
        {(control) => (
          <div className="relative">
            <input
              {...control}
              name="password"
              type={shown ? 'text' : 'password'}
              maxLength={limits.loginPasswordField}
              onPaste={pastes.password.onPaste}
              autoComplete="current-password"
              className="control h-10 pr-10"
            />
            <InField
              label={shown ? t('hidePassword') : t('showPassword')}
              icon={shown ? EyeOff : Eye}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          </div>
        )}
      </Field>
      <Field {...about('code')}>
        {(control) => (
          <div className="flex gap-2">
            <div className="relative min-w-0 flex-1">
              <input
                {...control}
                name="code"
                maxLength={limits.captcha}
                onPaste={pastes.code.onPaste}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="control h-10 pr-10"
              />
              {captcha.spoken && <InField label={t('hearCaptcha')} icon={Volume2} onClick={listen} />}
            </div>
            <button
              type="button"
              aria-label={captcha.failed ? t('captchaFailed') : t('refreshCaptcha')}
              title={captcha.failed ? t('captchaFailed') : t('refreshCaptcha')}
              onClick={captcha.refresh}
              className="grid h-10 w-[120px] shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-[#ffffff]"
            >
              {captcha.picture === undefined ? (
                <RefreshCw aria-hidden className="size-4 text-[#667085]" />
              ) : (
                // biome-ignore lint/performance/noImgElement: a blob that only this page knows.
                <img src={captcha.picture} alt="" width={120} height={40} />
              )}
            </button>
          </div>
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="mt-1 h-10 w-full">
        {busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}

interface InFieldProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  label: string
  icon: LucideIcon
}

/** A button in the end of a field: where it comes later, nothing moves. */
function InField({ label, icon: Icon, ...rest }: InFieldProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-sm text-faint hover:text-ink"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
