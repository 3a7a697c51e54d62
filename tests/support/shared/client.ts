import puppeteer, { type Browser } from 'puppeteer'
import { inject } from 'vitest'
import type { RunningServer } from '../server/server.ts'
import type { SharedPlant } from './plants.ts'

/** A server shared by test files. It cannot be killed or stopped. */
export interface SharedServer extends RunningServer {
  /** Output so far. */
  readOutput(): Promise<string>
}

/** Returns the shared server with this plant. The first request of a run starts it. */
export async function joinServer(plant: SharedPlant = 'still'): Promise<SharedServer> {
  const facts = await requestHub<RunningServer>('/server', { plant })
  return { ...facts, readOutput: async () => (await requestHub<{ text: string }>('/output', { plant })).text }
}

/** Connects to the shared browser. The first request of a run starts it. The caller disconnects. */
export async function joinBrowser(): Promise<Browser> {
  const { endpoint } = await requestHub<{ endpoint: string }>('/browser', {})
  return puppeteer.connect({ browserWSEndpoint: endpoint, protocolTimeout: 120_000 })
}

async function requestHub<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`${inject('hubUrl')}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const content = (await response.json()) as T & { message?: string }
  if (!response.ok) throw new Error(content.message ?? `the hub answered ${response.status}`)
  return content
}
