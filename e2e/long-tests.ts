/** Of what is tried in several ways, all but the first are of the long tests. */
export const exceptFirst = <Way>(way: Way, [first]: readonly Way[]) => ({
  tag: way === first ? [] : ['@long'],
})

/** The same once more in English is soon enough there: that every word is there has tests of its own. */
export const again = (language: string) => exceptFirst(language, ['zh-cn'])
