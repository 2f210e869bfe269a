/** What is told at the head of the court, from edge to edge; the page below takes what is left of the height. */
export const strip =
  '-mx-5 -mt-5 mb-5 border-line border-b px-5 py-2 text-md max-narrow:-mx-3 max-narrow:-mt-3 max-narrow:mb-3 max-narrow:px-3'
