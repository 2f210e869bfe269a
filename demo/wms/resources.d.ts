interface Operation {
  name: string
  path: string
  code: string
  method: string
}
export const report: {
  schema: string
  version: number
  system: { code: string; name: string; appVersion: string }
  resources: {
    name: string
    type: number
    path: string
    code: string
    description?: string
    operations?: Operation[]
  }[]
}
