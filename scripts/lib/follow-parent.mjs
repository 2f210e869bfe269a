// The channel closes when the process that started us ends, in whatever way.
if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
