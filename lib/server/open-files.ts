import 'server-only'
import { readFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { watchOpenFiles } from '#contracts/open-files'
import { log } from './log'

export const tellFullFiles = (): void => watchOpenFiles(() => readFile(devNull), log)
