import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PlantMessage, PlantOrder } from './plant.ts'

/** A plant in a separate process: broker and gateway. */
export interface Plant {
  readonly url: string
  /** Messages published up to the last report. */
  pace(): { readonly published: number; readonly atMs: number }
  /** Maximum number of bytes queued for one subscriber. */
  maxWaitingBytes(): number
  stop(): void
}

export function startPlant(order: PlantOrder): Promise<Plant> {
  const child = fork(fileURLToPath(new URL('./plant.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  let pace = { published: 0, atMs: 0 }
  let maxWaiting = 0
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the plant ended with ${code}`)))
    child.on('message', (message: PlantMessage) => {
      if (message.kind === 'pace') {
        pace = { published: message.published, atMs: performance.now() }
        maxWaiting = Math.max(maxWaiting, message.waitingBytes)
      } else {
        resolve({
          url: message.url,
          pace: () => pace,
          maxWaitingBytes: () => maxWaiting,
          stop: () => void child.kill(),
        })
      }
    })
    child.send(order)
  })
}
