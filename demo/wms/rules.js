/** The rules of a receipt: read by the page and by the server, so that they are written once. */
export const places = ['A-01', 'A-02', 'A-03', 'B-01', 'B-02', 'C-01']

/** The faults of what was typed, by field: keys of texts. */
export function faultsOf({ code, name, place, quantity, note }) {
  const faults = {}
  if (!/^[A-Za-z0-9-]{1,20}$/.test(String(code ?? '').trim())) faults.code = 'invalidCode'
  const named = String(name ?? '').trim()
  if (named === '' || named.length > 50) faults.name = 'invalidName'
  if (!places.includes(place)) faults.place = 'invalidPlace'
  const amount = String(quantity ?? '').trim()
  if (!/^\d{1,6}$/.test(amount) || Number(amount) < 1 || Number(amount) > 100_000) {
    faults.quantity = 'invalidQuantity'
  }
  if (String(note ?? '').length > 100) faults.note = 'invalidNote'
  return faults
}
