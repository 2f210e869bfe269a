import { serveSystemFile } from '#lib/server/bff/system-files'

export { serveSystemFile as GET, serveSystemFile as HEAD }
