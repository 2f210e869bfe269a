import { serveMicroFile } from '#lib/server/micro-files'

export { serveMicroFile as GET, serveMicroFile as HEAD }
