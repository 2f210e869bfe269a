let reload
let isAsked = false
let isBusy = false

/**
 * From now on SIGUSR2 asks for a reload instead of ending this process; one that comes before `onReload` is carried out
 * then. Not SIGHUP, which a terminal that is closed sends.
 */
export function takeReloadSignals() {
  if (process.platform === 'win32') return
  // Else Node opens a debugger, to everybody on this machine.
  process.on('SIGUSR1', () => console.log('• SIGUSR1 does nothing here: SIGUSR2 takes changed settings.'))
  process.on('SIGUSR2', () => {
    isAsked = true
    void carryOut()
  })
}

/** What a reload does. One that throws is told, and has changed nothing. */
export function onReload(work) {
  reload = work
  void carryOut()
}

/** One after the other: a signal that comes meanwhile is carried out after it. */
async function carryOut() {
  if (reload === undefined || isBusy || !isAsked) return
  isBusy = true
  isAsked = false
  try {
    await reload()
  } catch (fault) {
    console.log(`✖ ${fault.message}\nNothing was changed.`)
  }
  isBusy = false
  void carryOut()
}
