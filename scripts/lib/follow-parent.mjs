const stopLimit = 20_000

// Else Node opens a debugger, to everybody on this machine.
if (process.platform !== 'win32') process.on('SIGUSR1', () => {})

// The channel closes when the process that started us ends, in whatever way. Nobody is left to insist, so it does itself.
if (process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopLimit).unref()
  })
}
