import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import type { TestProject } from 'vitest/node'
import { startBrowser, type StartedBrowser } from '../browser/browser.ts'
import { startServer, type StartedServer } from '../server/server.ts'
import { sharedPlants } from './plants.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the process that owns the shared servers and the shared browser. */
    readonly hubUrl: string
  }
}

const request = z.object({ plant: z.enum(['still', 'live']) })

/**
 * Global setup of projects that need servers or a browser. Runs in the main process of the test run, starts each shared
 * server and the shared browser on first request, and stops them at the end of the run. Test files use `client.ts`.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = new Map<string, Promise<StartedServer>>()
  let browser: Promise<StartedBrowser> | undefined

  const answer = async (path: string, body: unknown): Promise<unknown> => {
    if (path === '/browser') {
      browser ??= startBrowser()
      return { endpoint: (await browser).browser.wsEndpoint() }
    }
    const { plant } = request.parse(body)
    const started = servers.get(plant) ?? startServer(sharedPlants[plant])
    servers.set(plant, started)
    const server = await started
    return path === '/output' ? { text: server.output() } : server
  }

  const hub = createServer((incoming, outgoing) => {
    const reply = (status: number, content: unknown): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    }
    readJson(incoming)
      .then((body) => answer(incoming.url ?? '', body))
      .then(
        (content) => {
          reply(200, content)
        },
        (cause: unknown) => {
          reply(500, { message: String(cause) })
        },
      )
  })
  await new Promise<void>((done) => {
    hub.listen(0, '127.0.0.1', done)
  })
  project.provide('hubUrl', `http://127.0.0.1:${(hub.address() as AddressInfo).port}`)

  return async () => {
    hub.closeAllConnections()
    hub.close()
    await Promise.allSettled([
      browser?.then((each) => each.close()),
      ...[...servers.values()].map((each) => each.then((server) => server.stop())),
    ])
  }
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text === '' ? {} : JSON.parse(text)
}
