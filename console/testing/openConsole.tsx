import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import type { Role } from '../../contract/access.ts'
import { entityRoutes, getBuiltInPermissions } from '../../contract/entities.ts'
import { routes, type SignInResponse } from '../../contract/routes.ts'
import type { LinkState } from '../../workers/telemetry/api.ts'
import { ThemeProvider } from '../app/shell/ThemeProvider.tsx'
import { socketEvent } from '../net/socket.ts'
import { createRoot, type RootStore, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from './fakes.ts'
import { type RouteResponses, serverByRoute } from './serverByRoute.ts'
import { TelemetryEdge } from './telemetryEdge.ts'

type Account = SignInResponse['account']

/** Project of the test account. */
export const project = 'plant'

/** An account with this role and its permissions in `project`. */
export const createAccount = (role: Role, more: Partial<Account> = {}): Account => ({
  id: 'account-1',
  name: 'ann',
  role,
  projects: role === 'super' ? [] : [{ id: project, role }],
  roles: [role],
  permissions: getBuiltInPermissions(role),
  mustChangePassword: false,
  mustSetSecondStep: false,
  ...more,
})

/** A super administrator without these permissions. */
export const createSuperWithout = (...permissions: readonly string[]): Account =>
  createAccount('super', {
    permissions: [
      ...new Set(Object.values({ ...routes, ...entityRoutes }).flatMap(({ policy }) => policy.permission ?? [])),
    ].filter((permission) => !permissions.includes(permission)),
  })

interface World {
  readonly account?: Account
  /** Responses by route id. */
  readonly answers?: RouteResponses
  readonly link?: LinkState['link']
}

export interface OpenedConsole {
  readonly stores: RootStore
  readonly server: ReturnType<typeof serverByRoute>
  readonly plant: TelemetryEdge
  readonly user: UserEvent
  /** Simulates a message of the server's socket. */
  readonly announce: (command: string, data: unknown) => void
}

/** Starts a signed-in console in which only the network is replaced: `fetch` and the telemetry worker. */
async function start({ account = createAccount('operator'), answers = {}, link }: World): Promise<OpenedConsole> {
  const server = serverByRoute({
    'session.read': () => ({ expiresAt: Date.now() + 3_600_000, account }),
    'project.granted': () => [
      { id: project, name: 'Plant', edition: 'street', timeZone: 'Asia/Shanghai', role: account.role },
    ],
    ...answers,
  })
  const plant = new TelemetryEdge(link)
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('Worker', plant.Worker)
  const around = fakeSurroundings({ loginstate: 'in', token: 'secret', username: account.name })
  const stores = createRoot({ baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' }, around)
  onTestFinished(() => stores.telemetry.destroy())
  await stores.session.restore()
  await stores.projects.waitUntilLoaded()
  const announce = (command: string, data: unknown): void =>
    void around.events.dispatchEvent(new CustomEvent(socketEvent, { detail: { command, data } }))
  return { stores, server, plant, announce, user: userEvent.setup({ delay: null }) }
}

/** Renders a part of a page in its context: stores, router, Ant Design, translations and notices. */
export async function openPart(
  part: ReactNode | ((opened: OpenedConsole) => ReactNode),
  world: World = {},
): Promise<OpenedConsole> {
  const opened = await start(world)
  const router = createMemoryRouter([
    { path: '*', element: <ThemeProvider>{typeof part === 'function' ? part(opened) : part}</ThemeProvider> },
  ])
  await act(async () => {
    render(
      <StoresProvider value={opened.stores}>
        <RouterProvider router={router} />
      </StoresProvider>,
    )
  })
  return opened
}
