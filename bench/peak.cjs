// Preloaded into a process whose memory is measured: writes its peak in kB to file descriptor 3 when it ends. Of the
// process itself: what `getrusage` says begins with what its parent held when it started it.
const fs = require('node:fs')

process.on('exit', () => {
  const peak =
    process.platform === 'linux' ? /^VmHWM:\s*(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8')) : null
  fs.writeSync(3, peak?.[1] ?? String(process.resourceUsage().maxRSS))
})
