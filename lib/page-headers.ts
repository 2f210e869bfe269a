/** The headers that a script of a system's page sets, as one: whatever else a request bears is the browser's, or a proxy's. */
export const pageHeader = 'x-page-headers'
