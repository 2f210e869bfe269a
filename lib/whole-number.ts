/**
 * A whole number from 0 as every language of the console writes it: in groups of three. Said by hand, since what a list says
 * of itself is written again while the page comes alive, and the first `Intl.NumberFormat` of a page takes 30 ms.
 */
export const wholeNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
