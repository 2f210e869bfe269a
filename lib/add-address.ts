/** In the address of a list: the id of the record whose sheet stands beside it. */
export const sheetName = 'open'
/** In the address of a list: its dialog for adding opens at once. */
export const addName = 'add'
/** In the address of the accounts: the import that is to be taken back, in its dialog. */
export const takeBackName = 'takeBack'
