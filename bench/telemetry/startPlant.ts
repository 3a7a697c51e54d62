import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PlantNews, PlantOrder } from './plant.ts'

/** A plant in a separate process: broker and gateway. */
export interface Plant {
  readonly url: string
  /** Messages published up to the last report. */
  pace(): { readonly published: number; readonly atMs: number }
  /** Maximum number of bytes queued for one subscriber. */
  mostWaitingBytes(): number
  stop(): void
}

export function startPlant(order: PlantOrder): Promise<Plant> {
  const child = fork(fileURLToPath(new URL('./plant.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  let pace = { published: 0, atMs: 0 }
  let mostWaiting = 0
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the plant ended with ${code}`)))
    child.on('message', (news: PlantNews) => {
      if (news.kind === 'pace') {
        pace = { published: news.published, atMs: performance.now() }
        mostWaiting = Math.max(mostWaiting, news.waitingBytes)
      } else {
        resolve({ url: news.url, pace: () => pace, mostWaitingBytes: () => mostWaiting, stop: () => void child.kill() })
      }
    })
    child.send(order)
  })
}
