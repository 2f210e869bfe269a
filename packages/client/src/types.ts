/** The words of the console's contract, version 1. */

/** What the console looks like; colours are `rgb(…)`. */
export interface Look {
  accent: string
  accentHover: string
  accentSoft: string
  accentInk: string
  /** What is readable on the accent. */
  onAccent: string
  canvas: string
  surface: string
  line: string
  ink: string
  soft: string
  danger: string
  success: string
  warning: string
  /** Pixels of text that is read. */
  fontSize: number
  density: 'comfortable' | 'normal' | 'compact'
}

export interface ConsoleProps {
  contractVersion: 1
  /** Of this page of yours: several may live at once. */
  instanceId: string
  /** `collect`: the console only wants to know your resources; show nothing, call nothing. */
  mode: 'embed' | 'collect'
  systemCode: string
  user: { id: string; username: string; name: string }
  orgId: string
  orgCode: string
  orgName: string
  systemId: string
  locale: 'zh-cn' | 'en'
  scheme: 'light' | 'dark'
  /** What the console looks like; the same as CSS properties (`--console-accent` …) on your page. */
  look?: Look
  /** What the addresses of your routes begin with. */
  basePath: string
  /** What the addresses of your API begin with. */
  apiBase: string
  /** Of a `collect` run: goes back with the report. */
  requestId?: string
}

export interface Operation {
  name: string
  path: string
  /** Begins with your system's code and a dot. */
  code: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
}
export interface Resource extends Operation {
  /** 2: menu or page, 3: button or operation. */
  type: 2 | 3
  description?: string
  operations?: Operation[]
  children?: Resource[]
}
export interface ResourceReport {
  schema: 'console-resources'
  version: 1
  requestId?: string
  system: { code: string; name: string; appVersion: string }
  resources: Resource[]
}

/** What the console says, and with what. */
export interface FromShell {
  /** What has changed; `props` of the client is the new whole already. */
  'context:update': Partial<ConsoleProps>
  /**
   * The session is over: forget what you hold of the person, but for what they have typed. `context:update` follows when they
   * have signed in again in place.
   */
  'session:end': object
  /** Your page shows again, or stays alive behind another one. */
  'micro:activate': object
  'micro:deactivate': object
}
export interface Answer<Data> {
  /** 0 is success, `unreachable` no answer at all, everything else the server's refusal. */
  code: number
  /** The refusal in the person's language. */
  msg: string
  data: Data
}
export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
}

export interface ConsoleClient {
  readonly props: ConsoleProps
  /** Inside the console, not alone. */
  readonly embedded: boolean
  on<Type extends keyof FromShell>(type: Type, listener: (payload: FromShell[Type]) => void): () => void
  /** Within 10 seconds of loading, else the console shows that you did not come up. */
  ready(): void
  /** You cannot go on: the console offers to try again. */
  fail(code: string, message: string): void
  /** Leads the console to one of its paths, yours (`/{code}/…`) or another. */
  navigate(to: string): void
  /** The name of the tab. */
  title(title: string): void
  /** Whether closing your page, or leaving the window, would lose work: the console asks before it does. */
  unsaved(isUnsaved: boolean): void
  message(level: 'success' | 'warning' | 'error', text: string): void
  logout(): void
  report(system: { name: string; appVersion: string }, resources: Resource[]): void
  /** Calls your own API with the person's authority; never rejects. */
  call<Data>(path: string, options?: CallOptions): Promise<Answer<Data | undefined>>
  /** Routes as you know them: `/alarms/3?from=list`, without the console's prefix. */
  readonly route: {
    current(): string
    href(path: string): string
    push(path: string): void
    replace(path: string): void
    onChange(listener: (path: string) => void): () => void
  }
  /** Lets go of the console when your page is unmounted. */
  close(): void
}
