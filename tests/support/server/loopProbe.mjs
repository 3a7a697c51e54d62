// Preloaded into a server under test (NODE_OPTIONS). Measures the main thread's CPU time between two turns of its event
// loop and appends each block of 20 ms or more to the file in LOOP_PROBE as `<time> <milliseconds>`.
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { LOOP_PROBE: file } = process.env
const everyMs = 2
const leastMs = 20

/** CPU time of the main thread. Without /proc: elapsed time, which includes other processes. */
const cpuMs = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

if (file && isMainThread && process.argv[1]?.endsWith('/main.js')) {
  let before = cpuMs()
  setInterval(() => {
    const now = cpuMs()
    if (now - before >= leastMs) appendFileSync(file, `${Date.now()} ${(now - before).toFixed(1)}\n`)
    before = cpuMs()
  }, everyMs).unref()
}
