// Worker thread that sends a cheap request every 5 ms until it receives a message; posts the number of responses and
// the longest time.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const everyMs = 5
const agent = new Agent({ keepAlive: true })
let [count, longestMs, isStopped] = [0, 0, false]
parentPort.once('message', () => {
  isStopped = true
})

const answered = () =>
  new Promise((done, fail) => {
    get(`${workerData}/healthz`, { agent }, (response) => response.resume().once('end', done)).once('error', fail)
  })

await answered()
while (!isStopped) {
  const from = performance.now()
  await answered()
  longestMs = Math.max(longestMs, performance.now() - from)
  count++
  await new Promise((done) => {
    setTimeout(done, everyMs)
  })
}
agent.destroy()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort.postMessage({ count, longestMs })
